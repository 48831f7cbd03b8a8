import { rmSync } from 'node:fs'
import { assertNotRunning } from './local-server.ts'
import { STATE_DIR } from './paths.ts'

export async function reset(): Promise<void> {
  assertNotRunning()
  rmSync(STATE_DIR, { recursive: true, force: true })
  process.stdout.write('The local data is empty. `npm start` makes the demo bar anew.\n')
}
