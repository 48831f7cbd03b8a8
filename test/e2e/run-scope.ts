/** `SCREENS=all`: every test on both screens, as `npm run test:full` wants it. */
export const IS_EVERY_SCREEN = process.env.SCREENS === 'all'
/** `npm test` sets `SCREENS=short`. */
export const IS_SHORT = process.env.SCREENS === 'short'

/** The screens, or the like, on which a test is played: in `npm test` on the first alone. */
export const someOf = <Kind>(kinds: readonly Kind[]): readonly Kind[] =>
  IS_SHORT ? kinds.slice(0, 1) : kinds

/** The screen of staff and administrators. */
export const DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }

/** The desk's screen for tests of administrators, unless the run covers every screen. */
export const AT_A_DESK = IS_EVERY_SCREEN ? {} : DESK
