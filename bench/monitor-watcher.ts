import * as v from 'valibot'
import { ADMIN_API } from '../contract/admin-paths.ts'
import { MONITOR_SUBPROTOCOL, monitorMessageSchema } from '../contract/monitor.ts'
import { PING } from '../contract/protocol.ts'
import { TIMINGS } from '../contract/timings.ts'

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
  const socket = new WebSocket(origin.replace(/^http/, 'ws') + ADMIN_API.monitorSocket, {
    protocols: [MONITOR_SUBPROTOCOL],
    headers: { Cookie: `__Host-admin=${token}`, Origin: origin },
    // Node's own WebSocket takes headers, which the browser's type does not know.
  } as unknown as string[])
  let received: Received = { frames: 0, bytes: 0, changes: 0 }
  let lastChangeAt = Date.now()
  socket.addEventListener('message', ({ data }) => {
    const text = String(data)
    received.frames += 1
    received.bytes += toFrameBytes(text)
    const changes = countChanges(text)
    received.changes += changes
    if (changes > 0) lastChangeAt = Date.now()
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('message', resolve, { once: true })
    socket.addEventListener('close', ({ code }) => reject(new Error(`No board: ${code}`)))
  })
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
