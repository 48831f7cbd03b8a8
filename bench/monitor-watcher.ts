import * as v from 'valibot'
import { ADMIN_API } from '../contract/admin-paths.ts'
import { MONITOR_SUBPROTOCOL, monitorMessageSchema } from '../contract/monitor.ts'
import { PING } from '../contract/protocol.ts'
import { TIMINGS } from '../contract/timings.ts'
import { NodeSocket } from '../test/client/node-network.ts'

/** A server's frame header: 2 bytes, and 2 or 8 more for a longer payload. */
function toFrameBytes(payload: string): number {
  const bytes = Buffer.byteLength(payload)
  return bytes + (bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10)
}

/** What came of the board. */
export interface Received {
  frames: number
  bytes: number
  changes: number
}

/** An administrator's page as the server sees it: a socket that pings, and counts what comes. */
export async function connectMonitor(origin: string, token: string) {
  let received: Received = { frames: 0, bytes: 0, changes: 0 }
  let lastChangeAt = Date.now()
  const first = Promise.withResolvers<void>()
  const socket = await NodeSocket.open({
    url: origin + ADMIN_API.monitorSocket,
    protocols: [MONITOR_SUBPROTOCOL],
    headers: { Cookie: `__Host-admin=${token}` },
    onFrame: (text) => {
      received.frames += 1
      received.bytes += toFrameBytes(text)
      const changes = countChanges(text)
      received.changes += changes
      if (changes > 0) lastChangeAt = Date.now()
      first.resolve()
    },
    onClose: (code) => first.reject(new Error(`No board: ${code}`)),
  })
  await first.promise
  const pings = setInterval(() => socket.send(PING), TIMINGS.pingEveryMs)
  return {
    /** What came since the last call. */
    take(): Received {
      const taken = received
      received = { frames: 0, bytes: 0, changes: 0 }
      return taken
    },
    /** Resolves when nothing has changed for longer than a grace lasts. */
    async quiet(withinSeconds: number): Promise<void> {
      const deadline = Date.now() + withinSeconds * 1_000
      while (Date.now() - lastChangeAt < TIMINGS.offlineGraceMs + 5_000) {
        if (Date.now() > deadline) throw new Error('The bars did not come to rest.')
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    },
    close(): void {
      clearInterval(pings)
      socket.close()
    },
  }
}

function countChanges(text: string): number {
  if (!text.startsWith('{')) return 0
  const message = v.parse(monitorMessageSchema, JSON.parse(text))
  if (message.type !== 'changes') return 0
  const { rooms, entered, changed, online, offline, left } = message
  return [rooms, entered, changed, online, offline, left].reduce(
    (sum, { length }) => sum + length,
    0,
  )
}
