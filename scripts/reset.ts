import { rmSync } from 'node:fs'
import { STATE_DIR } from './paths.ts'
import { runScript } from './refusal.ts'
import { refuseWhileRunning } from './running.ts'

await runScript(async () => {
  refuseWhileRunning()
  rmSync(STATE_DIR, { recursive: true, force: true })
  process.stdout.write('The local data is empty. `npm start` makes the demo bar anew.\n')
})
