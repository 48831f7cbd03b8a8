import { LIMITS } from '#contract/limits.ts'
import type { ResumePoint, ServerMessage } from '#contract/protocol.ts'
import type { Attachment } from './attachment.ts'
import { changeAttachment, readAttachment } from './attachment.ts'

/** Counted for each wake: the attachment does not hold the units that were sent after it was written. */
const WAKE_UNITS = LIMITS.checkpointUnits / 4

/** In memory; the attachment gets it at each checkpoint. */
interface Unconfirmed
  extends Pick<Attachment, 'beforeCheckpoint' | 'sinceCheckpoint' | 'token' | 'missedFrom'> {
  frames: number
  /** `sinceCheckpoint` at which the next one is due. */
  dueAt: number
}

export const NOTHING_SENT = {
  beforeCheckpoint: 0,
  sinceCheckpoint: 0,
  token: null,
  missedFrom: null,
}

/**
 * How much each page has not confirmed to have read: workerd has no `bufferedAmount`. A page that is
 * behind misses events, and gets them or a snapshot once it has caught up.
 */
export class Backpressure {
  readonly #unconfirmed = new WeakMap<WebSocket, Unconfirmed>()

  /** Call when a socket was accepted. */
  begin(socket: WebSocket): void {
    this.#unconfirmed.set(socket, { ...NOTHING_SENT, frames: 0, dueAt: LIMITS.checkpointUnits })
  }

  /** Call before a frame is sent. `before`: the last event before those of the frame. */
  take(socket: WebSocket, units: number, before: ResumePoint | null): 'send' | 'skip' | 'close' {
    const unconfirmed = this.#unconfirmedOf(socket)
    if (before && this.#misses(socket, unconfirmed, before)) return 'skip'
    unconfirmed.sinceCheckpoint += units
    unconfirmed.frames += 1
    const { beforeCheckpoint, sinceCheckpoint } = unconfirmed
    return beforeCheckpoint + sinceCheckpoint > LIMITS.unconfirmedUnits ? 'close' : 'send'
  }

  /** Call after a frame was sent. */
  noteSent(socket: WebSocket): void {
    const unconfirmed = this.#unconfirmedOf(socket)
    const { sinceCheckpoint, frames, dueAt } = unconfirmed
    if (sinceCheckpoint >= dueAt || frames >= LIMITS.checkpointFrames) {
      this.#checkpoint(socket, unconfirmed)
    }
  }

  /** The page answers with a token that only this socket has carried: it has read up to here. */
  sendCheckpoint(socket: WebSocket): void {
    this.#checkpoint(socket, this.#unconfirmedOf(socket))
  }

  /** False for a token that is not this socket's. */
  confirm(socket: WebSocket, token: string): boolean {
    const unconfirmed = this.#unconfirmedOf(socket)
    if (unconfirmed.token !== token) return false
    unconfirmed.token = null
    unconfirmed.beforeCheckpoint = 0
    if (unconfirmed.sinceCheckpoint >= LIMITS.checkpointUnits) this.#checkpoint(socket, unconfirmed)
    else this.#persist(socket, unconfirmed)
    return true
  }

  /** Returns the place at which the page must resume, once it has caught up. Null if it missed nothing. */
  takeMissed(socket: WebSocket): ResumePoint | null {
    const unconfirmed = this.#unconfirmedOf(socket)
    const { missedFrom } = unconfirmed
    if (!missedFrom || isBehind(unconfirmed)) return null
    unconfirmed.missedFrom = null
    this.#persist(socket, unconfirmed)
    return missedFrom
  }

  #misses(socket: WebSocket, unconfirmed: Unconfirmed, before: ResumePoint): boolean {
    if (unconfirmed.missedFrom) return true
    if (!isBehind(unconfirmed)) return false
    unconfirmed.missedFrom = before
    this.#persist(socket, unconfirmed)
    return true
  }

  /** One token at a time is on its way. */
  #checkpoint(socket: WebSocket, unconfirmed: Unconfirmed): void {
    if (unconfirmed.token === null) {
      const token = crypto.randomUUID()
      const beforeCheckpoint = unconfirmed.beforeCheckpoint + unconfirmed.sinceCheckpoint
      Object.assign(unconfirmed, { token, beforeCheckpoint, sinceCheckpoint: 0 })
      socket.send(JSON.stringify({ type: 'checkpoint', token } satisfies ServerMessage))
    }
    unconfirmed.frames = 0
    unconfirmed.dueAt = unconfirmed.sinceCheckpoint + LIMITS.checkpointUnits
    this.#persist(socket, unconfirmed)
  }

  #unconfirmedOf(socket: WebSocket): Unconfirmed {
    const known = this.#unconfirmed.get(socket)
    if (known) return known
    const attachment = readAttachment(socket)
    const { beforeCheckpoint, token, missedFrom } = attachment
    const sinceCheckpoint = attachment.sinceCheckpoint + WAKE_UNITS
    const dueAt = token === null ? LIMITS.checkpointUnits : sinceCheckpoint + LIMITS.checkpointUnits
    const woken = { beforeCheckpoint, sinceCheckpoint, token, missedFrom, frames: 0, dueAt }
    this.#unconfirmed.set(socket, woken)
    this.#persist(socket, woken)
    return woken
  }

  #persist(
    socket: WebSocket,
    { beforeCheckpoint, sinceCheckpoint, token, missedFrom }: Unconfirmed,
  ): void {
    changeAttachment(socket, { beforeCheckpoint, sinceCheckpoint, token, missedFrom })
  }
}

function isBehind({ beforeCheckpoint, sinceCheckpoint }: Unconfirmed): boolean {
  return beforeCheckpoint + sinceCheckpoint >= LIMITS.behindUnits
}
