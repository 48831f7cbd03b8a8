import { LIMITS } from '#contract/limits.ts'
import type { CloseName, EndReason, ServerMessage } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { Acts } from './acts.ts'
import type { Attachment } from './attachment.ts'
import { attach, changeAttachment, readAttachment } from './attachment.ts'
import { toSharedFrames } from './shared-frames.ts'

const OPEN = 1
/** Attachments learn of so many frames at once; that much less a sleep makes of what was sent. */
const SENT_NOTED_EVERY = 50

/** Not closed by either side. One that the room has closed may go on sending for a while. */
export function isOpen(socket: WebSocket): boolean {
  return socket.readyState === OPEN
}

/**
 * The room's open sockets, found by person through tags so that a message wakes only the sockets
 * that it concerns. Nothing is counted beside them but what may be too much and never too little.
 */
export class Sockets {
  readonly #ctx: DurableObjectState
  readonly #acts: Pick<Acts, 'afterwards'>
  readonly #sent = new WeakMap<WebSocket, number>()
  /** At least as many as are open: who has gone since they were counted is still among them. */
  #openAtMost: number | null = null
  #gone: (socket: WebSocket, code: number) => void = () => {}

  /** What is sent and closed within an act waits for its end. */
  constructor(
    ctx: DurableObjectState,
    acts: Pick<Acts, 'afterwards'> = { afterwards: (tell) => tell() },
  ) {
    this.#ctx = ctx
    this.#acts = acts
  }

  /** Who wants to know of the sockets that the room itself closes. */
  onClosedHere(gone: (socket: WebSocket, code: number) => void): void {
    this.#gone = gone
  }

  /**
   * Closes a socket for a reason of the closed list. From then on it does not count, whether or not
   * its other end ever answers: one that has stopped reading does not.
   */
  close(socket: WebSocket, reason: CloseName): void {
    this.#acts.afterwards(() => {
      socket.close(CLOSE[reason], reason)
      this.#gone(socket, CLOSE[reason])
    })
  }

  /** Closes sockets whose visit is over; nobody waits for their person to come back. */
  end(sockets: Iterable<WebSocket>, reason: EndReason): void {
    this.#acts.afterwards(() => {
      for (const socket of sockets) {
        // A goodbye that follows would give the person the time of a lost connection.
        changeAttachment(socket, { gone: true })
        socket.close(CLOSE.visitEnded, reason)
      }
    })
  }

  /** Open sockets of one person, the oldest first. */
  of(personId: string): WebSocket[] {
    return this.#ctx.getWebSockets(personId).filter(isOpen)
  }

  /** Every open socket. Brings all of them back to memory. */
  all(): WebSocket[] {
    return this.#ctx.getWebSockets().filter(isOpen)
  }

  /** Whether there are so many. Looks at all of them only where that may be so. */
  isFull(limit: number): boolean {
    if ((this.#openAtMost ?? limit) >= limit) this.#openAtMost = this.all().length
    return (this.#openAtMost ?? 0) >= limit
  }

  /** Whether one of a person's sockets is open and was heard of late. */
  isConnected(personId: string, now: number): boolean {
    return this.of(personId).some((socket) => this.heardUntil(socket) > now)
  }

  /** Everybody who is connected, for questions about many people at once. */
  connectedPeople(now: number): ReadonlySet<string> {
    const heard = this.all().filter((socket) => this.heardUntil(socket) > now)
    return new Set(heard.map((socket) => readAttachment(socket).personId))
  }

  /** Takes a socket in, by the platform's way of sleeping, with what it carries. */
  accept(socket: WebSocket, attachment: Attachment): void {
    if (this.#openAtMost !== null) this.#openAtMost += 1
    this.#ctx.acceptWebSocket(socket, [attachment.personId])
    attach(socket, attachment)
  }

  /** When a socket was last heard: the platform answers its pings and notes the time. */
  heardAt(socket: WebSocket): number {
    const pinged = this.#ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
    return Math.max(pinged, readAttachment(socket).acceptedAt)
  }

  /** Until when a socket counts without being heard again. */
  heardUntil(socket: WebSocket): number {
    const { hidden } = readAttachment(socket)
    return this.heardAt(socket) + (hidden ? TIMINGS.hiddenGraceMs : TIMINGS.heardWithinMs)
  }

  /** Sends one message to each socket, serialised once. A dead one never keeps the rest from it. */
  send(sockets: Iterable<WebSocket>, message: ServerMessage): void {
    const frame = JSON.stringify(message)
    this.#acts.afterwards(() => {
      for (const socket of sockets) this.#sendFrame(socket, frame)
    })
  }

  /** Sends each socket its own messages, in as few frames as its page can read. */
  sendShared(messages: ReadonlyMap<WebSocket, readonly string[]>): void {
    for (const [socket, own] of messages) {
      const frames = readAttachment(socket).sharesFrames ? toSharedFrames(own) : own
      for (const frame of frames) if (!this.#sendFrame(socket, frame)) break
    }
  }

  /**
   * Notes that a client has received so many frames. After a sleep it may know of a few more than the
   * room does; says whether the number can be true.
   */
  confirm(socket: WebSocket, frames: number): boolean {
    const sent = this.#sentTo(socket)
    if (frames > sent + SENT_NOTED_EVERY) return false
    this.#sent.set(socket, Math.max(sent, frames))
    const confirmed = Math.max(readAttachment(socket).confirmed, frames)
    changeAttachment(socket, { sent: Math.max(sent, frames), confirmed })
    return true
  }

  /** Whether it went out; where it did not, neither will the next one. */
  #sendFrame(socket: WebSocket, frame: string): boolean {
    try {
      if (!this.#hasRoom(socket)) {
        this.close(socket, 'slowReader')
        return false
      }
      socket.send(frame)
      return true
    } catch (error) {
      log('socket_send_failed', { error })
      return false
    }
  }

  /** There is no other sign of how much waits for a reader that does not read. */
  #hasRoom(socket: WebSocket): boolean {
    const sent = this.#sentTo(socket)
    if (sent - readAttachment(socket).confirmed >= LIMITS.unconfirmedFrames) return false
    this.#sent.set(socket, sent + 1)
    if ((sent + 1) % SENT_NOTED_EVERY === 0) changeAttachment(socket, { sent: sent + 1 })
    return true
  }

  #sentTo(socket: WebSocket): number {
    return this.#sent.get(socket) ?? readAttachment(socket).sent
  }
}
