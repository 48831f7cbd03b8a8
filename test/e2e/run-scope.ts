/** `SCREENS=all`: every test on both screens, as `npm run test:full` wants it. */
export const IS_EVERY_SCREEN = process.env.SCREENS === 'all'
/** `npm test` sets `SCREENS=short`. */
export const IS_SHORT = process.env.SCREENS === 'short'

/** The screen of staff and administrators. */
export const DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }

/** The desk's screen for tests of administrators, unless the run covers every screen. */
export const AT_A_DESK = IS_EVERY_SCREEN ? {} : DESK
