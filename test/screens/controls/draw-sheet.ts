import { withDrawer } from '#scripts/build.ts'

interface Drawer {
  drawSheet: () => string
}

let drawn: Promise<string> | undefined

/** Draws the controls of web/ui in their states, once for a process. No part of what is served. */
export function drawControls(): Promise<string> {
  drawn ??= withDrawer('test/screens/controls/sheet.tsx', (drawer: Drawer) => drawer.drawSheet())
  return drawn
}
