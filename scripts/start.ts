import { buildApp } from './build.ts'
import { prepareLocal, readAddress, runLocally } from './local-server.ts'
import { STATE_DIR } from './paths.ts'
import { startServer } from './serve-build.ts'

export const start = (): Promise<void> =>
  runLocally(readAddress(process.env), async (address) => {
    process.stdout.write('Building …\n')
    await Promise.all([buildApp(), prepareLocal()])
    const onOutput = (text: string) => void process.stdout.write(text)
    return startServer({ ...address, stateDir: STATE_DIR, onOutput })
  })
