import { createServer } from 'vite'
import { isLoopback, keepSignals, prepareLocal, readAddress, runLocally } from './local-server.ts'
import { TOOL_ENV } from './run-tool.ts'
import { UserError } from './user-error.ts'

export function dev(): Promise<void> {
  const address = readAddress(process.env)
  // Vite serves this folder's files, and the plugin for Workers the data, to every host that connects.
  if (!isLoopback(address.host)) {
    throw new UserError('npm run dev serves this machine alone. npm start takes another HOST.')
  }
  return runLocally(address, async () => {
    await prepareLocal()
    Object.assign(process.env, TOOL_ENV)
    const vite = await keepSignals(async () => {
      const server = await createServer({ server: { ...address, strictPort: true } })
      return server.listen()
    })
    return { stop: () => vite.close() }
  })
}
