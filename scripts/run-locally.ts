import type { Address } from './address.ts'
import { findPort, readAddress, toOrigin } from './address.ts'
import type { Leashed } from './leashed.ts'
import { describeAddresses } from './prepare-local.ts'
import { Refusal, runScript } from './refusal.ts'
import { markRunning, unmarkRunning } from './running.ts'

/** What `npm start` and `npm run dev` have in common: the address, the mark, the end. */
export async function runLocally(serve: (address: Address) => Promise<Leashed>): Promise<void> {
  await runScript(async () => {
    const address = readAddress(process.env)
    const origin = toOrigin(address)
    markRunning(origin)
    process.once('exit', unmarkRunning)
    let server: Leashed | undefined
    let isEnding = false
    const end = async (): Promise<void> => {
      if (isEnding) return
      isEnding = true
      await server?.stop()
      process.exit()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
    await findPort(address)
    server = await serve(address)
    process.stdout.write(describeAddresses(origin))
    await server.ended
    if (!isEnding) throw new Refusal('The server ended by itself.')
  })
}
