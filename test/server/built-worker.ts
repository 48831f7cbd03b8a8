import type { Server, ServerOptions } from '#scripts/serve-build.ts'
import { startServer } from '#scripts/serve-build.ts'
import { TEST_SETTINGS } from './test-settings.ts'

export type BuiltWorker = Server & {
  /** All that it has printed. */
  output: () => string
}

/** Serves the build as `npm start` does, with the settings that all tests run with. */
export async function startBuiltWorker({ vars, ...options }: ServerOptions): Promise<BuiltWorker> {
  let output = ''
  const onOutput = (text: string): void => {
    output += text
  }
  const settings = { ...TEST_SETTINGS, ...vars }
  const server = await startServer({ ...options, vars: settings, onOutput })
  return { ...server, output: () => output }
}
