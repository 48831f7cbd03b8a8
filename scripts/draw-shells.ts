import { withDrawer } from './drawer.ts'

interface Drawer {
  drawShells: () => Promise<Record<string, string>>
}

/** Draws the first screens (web/shells), by name. */
export function drawShells(): Promise<Record<string, string>> {
  return withDrawer('web/shells/draw-shells.tsx', (drawer: Drawer) => drawer.drawShells())
}
