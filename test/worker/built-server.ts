import type { TestProject } from 'vitest/node'
import { startBuiltWorker } from '#test/server/built-worker.ts'
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
  const server = await startBuiltWorker({ stateDir })
  provide('origin', server.origin)
  provide('stateDir', stateDir)
  return async () => {
    await server.stop()
    removeState(stateDir)
  }
}
