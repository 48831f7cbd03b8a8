import * as v from 'valibot'
import type { AccountRole } from '#contract/admin.ts'
import type { BoardMessage } from '#contract/board.ts'
import { boardMessageSchema } from '#contract/board.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { BoardUpgrade } from '#worker/room/rpc.ts'
import { boardUpgradeHeaders, readRefusal } from '#worker/room/rpc.ts'
import type { Bar } from './room-client.ts'
import { seen } from './seen.ts'

/** A board's section of a bar, as its page is. */
export class BoardClient {
  readonly frames: BoardMessage[] = []
  closed: number | null = null
  readonly #socket: WebSocket

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      this.frames.push(v.parse(boardMessageSchema, JSON.parse(String(data))))
    })
    socket.addEventListener('close', ({ code }) => {
      this.closed = code
    })
    socket.accept()
  }

  all<Type extends BoardMessage['type']>(type: Type): Extract<BoardMessage, { type: Type }>[] {
    return this.frames.filter((frame): frame is Extract<BoardMessage, { type: Type }> => {
      return frame.type === type
    })
  }

  send(frame: unknown): void {
    this.#socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  close(code = 1000): void {
    this.#socket.close(code)
  }
}

/**
 * Without the Worker, which has authorised it. The code of the room's refusal instead of a socket. Not
 * an administrator's: of those the room asks the monitor, which all tests of an isolate share, and
 * which ends the sessions that D1 does not know.
 */
export async function openSection(
  bar: Bar,
  of: Partial<BoardUpgrade> & { role?: AccountRole } = {},
): Promise<BoardClient | number> {
  const now = Date.now()
  const upgrade: BoardUpgrade = {
    barId: bar.barId,
    accountId: crypto.randomUUID(),
    role: 'owner',
    tokenHash: crypto.randomUUID(),
    expiresAt: now + TIMINGS.adminSessionMs,
    checkedAt: now,
    ...of,
  }
  const response = await bar.room.fetch('http://room/', { headers: boardUpgradeHeaders(upgrade) })
  if (response.webSocket) return new BoardClient(response.webSocket)
  const reason = readRefusal(response)
  if (!reason) throw new Error('neither a socket nor a refusal')
  return CLOSE[reason]
}

/** One that shows its people. */
export async function sectionOf(
  bar: Bar,
  of: Parameters<typeof openSection>[1] = {},
): Promise<BoardClient> {
  const opened = await openSection(bar, of)
  if (typeof opened === 'number') throw new Error(`refused with ${opened}`)
  await seen(() => opened.frames.length > 0)
  return opened
}
