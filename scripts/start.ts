import { findPort, readAddress, toOrigin } from './address.ts'
import { buildApp } from './build-app.ts'
import { endOnSignal } from './end-on-signal.ts'
import { STATE_DIR } from './paths.ts'
import { describeAddresses, prepareLocal } from './prepare-local.ts'
import { Refusal, runScript } from './refusal.ts'
import { markRunning, unmarkRunning } from './running.ts'
import { startServer } from './serve.ts'

await runScript(async () => {
  const address = readAddress(process.env)
  const origin = toOrigin(address)
  markRunning(origin)
  let stopping = false
  let stop = async (): Promise<void> => process.exit(0)
  endOnSignal(async () => {
    stopping = true
    unmarkRunning()
    await stop()
  })
  try {
    await findPort(address)
    process.stdout.write('Building …\n')
    await buildApp()
    await prepareLocal(origin)
    const server = await startServer({
      ...address,
      stateDir: STATE_DIR,
      onOutput: (text) => process.stdout.write(text),
    })
    stop = server.stop
    process.stdout.write(describeAddresses(server.origin))
    await server.ended
    if (!stopping) throw new Refusal('The server ended by itself.')
  } finally {
    unmarkRunning()
  }
})
