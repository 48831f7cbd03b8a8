import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:net'

export type Listening = { port: number; origin: string; close: () => Promise<void> }

/** Listens on a free port of this machine, or on `wanted`. `close` also cuts open HTTP connections. */
export async function listen(
  server: Server & { closeAllConnections?: () => void },
  wanted = 0,
): Promise<Listening> {
  server.listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.close()
    server.closeAllConnections?.()
    await once(server, 'close')
  }
  return { port, origin: `http://127.0.0.1:${port}`, close }
}

/** A port of this machine on which nothing listens. */
export async function findFreePort(): Promise<number> {
  const { port, close } = await listen(createServer())
  await close()
  return port
}
