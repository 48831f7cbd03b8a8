import * as v from 'valibot'
import { ADMIN_API, toBoard } from '../contract/admin-paths.ts'
import { BOARD_SUBPROTOCOL } from '../contract/board.ts'
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

/**
 * An administrator's page as the server sees it: the socket of the counts and those of the sections on
 * the screen. They ping, and what comes is counted.
 */
export async function connectMonitor(origin: string, token: string, shown: readonly string[]) {
  let received: Received = { frames: 0, bytes: 0, changes: 0 }
  let lastChangeAt = Date.now()
  const open = async (path: string, protocol: string) => {
    const first = Promise.withResolvers<void>()
    const socket = await NodeSocket.open({
      url: origin + path,
      protocols: [protocol],
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
    return socket
  }
  const sockets = [await open(ADMIN_API.monitorSocket, MONITOR_SUBPROTOCOL)]
  for (const barId of shown) sockets.push(await open(toBoard(barId), BOARD_SUBPROTOCOL))
  const pings = setInterval(() => {
    for (const socket of sockets) socket.send(PING)
  }, TIMINGS.pingEveryMs)
  return {
    sockets: sockets.length,
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
      for (const socket of sockets) socket.close()
    },
  }
}

/** Bars whose count has changed: the sections tell the same people once more. */
function countChanges(text: string): number {
  if (!text.startsWith('{"type"')) return 0
  const message = v.parse(monitorMessageSchema, JSON.parse(text))
  return message.type === 'changes' ? Object.keys(message.counts).length : 0
}
