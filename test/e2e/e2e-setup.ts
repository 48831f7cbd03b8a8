import { prepareTemplate } from '#test/server/test-state.ts'

/** Playwright's global setup: the workers copy what it makes. */
export default prepareTemplate
