import { buildApp } from './build.ts'
import { prepareLocal, runLocally, startServer, toOrigin } from './local-server.ts'
import { STATE_DIR } from './paths.ts'

export const start = (): Promise<void> =>
  runLocally(async (address) => {
    process.stdout.write('Building …\n')
    await Promise.all([buildApp(), prepareLocal(toOrigin(address))])
    return startServer({
      ...address,
      stateDir: STATE_DIR,
      onOutput: (text) => process.stdout.write(text),
    })
  })
