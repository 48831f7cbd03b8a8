import { prepareLocal, runLocally, toOrigin, waitUntilReady } from './local-server.ts'
import { startTool } from './run-tool.ts'

export const dev = (): Promise<void> =>
  runLocally(async ({ host, port }) => {
    const origin = toOrigin({ host, port })
    await prepareLocal(origin)
    const vite = startTool('vite', [`--host=${host}`, `--port=${port}`, '--strictPort'], {
      onOutput: (text) => process.stdout.write(text),
    })
    await waitUntilReady(origin, vite)
    return vite
  })
