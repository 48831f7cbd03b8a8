import * as v from 'valibot'
import type { AccountRole } from '#contract/admin.ts'
import type { BoardMessage } from '#contract/board.ts'
import { boardMessageSchema } from '#contract/board.ts'
import { CLOSE, PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { BoardUpgrade } from '#worker/room/rpc.ts'
import { boardUpgradeHeaders, readRefusal } from '#worker/room/rpc.ts'
import type { Bar } from './room-client.ts'
import { seen } from './seen.ts'

/** A socket of the staff's page, as the page has it: a section of a bar, or the counts of all. */
export class BoardClient<Message extends { type: string } = BoardMessage> {
  readonly frames: Message[] = []
  pongs = 0
  closed: number | null = null
  readonly #socket: WebSocket

  constructor({ status, webSocket }: Response, schema: v.GenericSchema<unknown, Message>) {
    if (!webSocket) throw new Error(`No socket: ${status}`)
    this.#socket = webSocket
    webSocket.addEventListener('message', ({ data }) => {
      if (data === PONG) this.pongs += 1
      else this.frames.push(v.parse(schema, JSON.parse(String(data))))
    })
    webSocket.addEventListener('close', ({ code }) => {
      this.closed = code
    })
    webSocket.accept()
  }

  all<Type extends Message['type']>(type: Type): Extract<Message, { type: Type }>[] {
    return this.frames.filter((frame): frame is Extract<Message, { type: Type }> => {
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
    isFolded: false,
    ...of,
  }
  const response = await bar.room.fetch('http://room/', { headers: boardUpgradeHeaders(upgrade) })
  if (response.webSocket) return new BoardClient(response, boardMessageSchema)
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
