// The pages of a visit load these after their first screen. One file costs one request on a bad network.
export { ChatMenu } from './chat-menu.tsx'
export { LeavingPart } from './leaving-part.tsx'
export { ListExtras } from './list-extras.tsx'
export { ListLayers } from './list-layers.tsx'
export { ListMenu } from './list-menu.tsx'
export { StoppedPage } from './stopped-page.tsx'
export { TableOffer } from './table-offer.tsx'
export { VisitBackground } from './visit-background.tsx'
