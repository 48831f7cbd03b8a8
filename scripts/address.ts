import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { Refusal } from './refusal.ts'

export type Address = { host: string; port: number }

const DEFAULT_PORT = 8787
/**
 * Systems give away the ports above these by themselves, to whoever listens on "any" or connects: one
 * that was free a moment ago may be somebody else's before a server has started on it.
 */
const KEPT_PORTS = { from: 20_000, to: 32_767 }

/** Reads PORT and HOST; anything but a whole port number or a plain host is refused. */
export function readAddress(env: Record<string, string | undefined>): Address {
  const { PORT = String(DEFAULT_PORT), HOST = '127.0.0.1' } = env
  const port = Number(PORT)
  if (!/^\d{1,5}$/.test(PORT) || port < 1 || port > 65_535) {
    throw new Refusal(`PORT must be a whole number from 1 to 65535, not "${PORT}".`)
  }
  if (!/^[a-zA-Z0-9.:-]+$/.test(HOST)) {
    throw new Refusal(`HOST must be an address or a host name, not "${HOST}".`)
  }
  return { host: HOST, port }
}

/**
 * What people type. Loopback and "every address" are written `localhost`, because browsers give
 * that name a secure context: camera, clipboard and Secure cookies.
 */
export function toOrigin({ host, port }: Address): string {
  const isLocal = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)
  const name = isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Port 0 asks for a free one. Rejects with the system's error where the address cannot be had. */
export async function findPort({ host, port }: Address): Promise<number> {
  if (port !== 0) return probe({ host, port })
  for (;;) {
    const candidate = { host, port: randomInt(KEPT_PORTS.from, KEPT_PORTS.to + 1) }
    try {
      return await probe(candidate)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

function probe({ host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve(port)))
  })
}
