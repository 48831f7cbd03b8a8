import type { TestProject } from 'vitest/node'
import { startServer } from '#scripts/local-server.ts'
import { TEST_SETTINGS } from '#test/server/test-settings.ts'
import { makeState, prepareTemplate, removeState } from '#test/server/test-state.ts'

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
    stateDir: string
  }
}

/** One server for all black-box tests, on the built output. Each test takes a bar of its own. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await prepareTemplate()
  const stateDir = makeState()
  const server = await startServer({ stateDir, vars: TEST_SETTINGS })
  provide('origin', server.origin)
  provide('stateDir', stateDir)
  return async () => {
    await server.stop()
    removeState(stateDir)
  }
}
