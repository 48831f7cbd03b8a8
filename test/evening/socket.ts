import { activity, asked } from './activity.ts'
import type { Wire } from './wire.ts'

const BARRIER = 'all so far: '

/** The test sends a barrier through every socket: every earlier frame of the room has arrived by then. */
export const toBarrier = (round: number): string => `${BARRIER}${round}`

interface Frame {
  type?: string
  token?: string
  epoch?: string
  number?: number
}

/** One WebSocket of a page, a board or the monitor, which keeps what it is sent. */
export class Socket {
  readonly where: string
  /** The name of the object that holds the other end. */
  readonly object: string
  closed: number | null = null
  /** The last barrier that came. */
  round = 0
  pongs = 0
  /** A phone that is out of reach sends no pings; the connection stays. */
  isAlive = true
  /** A board, or a page in the background: its room waits longer for a ping. */
  isPatient = false
  pingedAt = 0
  /** The last event that a page has heard: it resumes there. */
  place: { epoch: string; number: number } | null = null
  readonly #socket: WebSocket

  constructor(
    { where, object }: { where: string; object: string },
    socket: WebSocket,
    wire: Wire,
    note: (seen: unknown) => void,
  ) {
    this.where = where
    this.object = object
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      activity.done += 1
      if (data === 'pong') this.pongs += 1
      else if (String(data).startsWith(BARRIER)) {
        activity.done -= 1
        this.round = Number(String(data).slice(BARRIER.length))
      } else {
        const seen = JSON.parse(String(data))
        note(seen)
        for (const frame of [seen].flat()) this.#hear(frame, wire)
      }
    })
    socket.addEventListener('close', ({ code, reason }) => {
      activity.done += 1
      this.closed = code
      note({ closed: code, reason })
    })
    socket.accept()
  }

  /** A text is sent as it is. */
  send(frame: object | string): void {
    if (this.closed !== null) return
    this.#socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
    activity.sent += 1
    asked.add(this.object)
  }

  /** The platform answers it, and no object hears of it. */
  ping(): void {
    if (this.closed === null) this.#socket.send('ping')
  }

  close(code: number): void {
    if (this.closed !== null) return
    asked.add(this.object)
    this.#socket.close(code)
  }

  #hear({ type, token, epoch, number }: Frame, wire: Wire): void {
    if (epoch !== undefined && number !== undefined) this.place = { epoch, number }
    if (type === 'checkpoint' && token) this.send(wire.confirm(token))
  }
}
