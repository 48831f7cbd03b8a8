import type { Network } from './person.ts'
import { RawWebSocket } from './raw-web-socket.ts'

const ANSWERED_WITHIN_MS = 20_000

/** Node's fetch and bare TCP. `findOrigin` is asked each time; null while nothing serves. */
export function nodeNetwork(findOrigin: () => string | null): Network {
  const origin = (): string => {
    const found = findOrigin()
    if (found === null) throw new Error('Nothing serves.')
    return found
  }
  return {
    async send(path, { headers, ...parts }) {
      const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS)
      const from = origin()
      return fetch(from + path, { ...parts, headers: { Origin: from, ...headers }, signal })
    },
    open: async ({ path, ...upgrade }, events) =>
      RawWebSocket.open({ ...upgrade, ...events, url: origin() + path }),
  }
}
