/** `SCREENS=all`: every test on both screens, as `npm run test:full` wants it. */
export const IS_EVERY_SCREEN = process.env.SCREENS === 'all'
/** As `npm test` wants it. */
export const IS_SHORT = process.env.SCREENS === 'short'

/** The screen of who works with the product. */
export const DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }

/** For what administrators do at a desk. */
export const AT_A_DESK = IS_EVERY_SCREEN ? {} : DESK
