/**
 * The limits of every test and of what tests start. They end what hangs and judge no speed: a busy
 * machine takes ten times as long as a quiet one, and what passes waits for none of them.
 */

/** A test, or one of its hooks. */
export const TEST_HANGS_AFTER_MS = 1_200_000
/** A test that `npm run test:full` gives as much to do as the documents promise. */
export const FULL_TEST_HANGS_AFTER_MS = 3_600_000
/** One wait within a test. */
export const WAIT_HANGS_AFTER_MS = 120_000
