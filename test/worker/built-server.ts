import type { TestProject } from 'vitest/node'
import { startBuiltWorker } from '#test/server/built-worker.ts'
import { makeState, prepareTemplate, removeState } from '#test/server/test-state.ts'

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
    stateDir: string
  }
}

/** Starts one server on the built output for all black-box tests. Each test takes another bar. */
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
