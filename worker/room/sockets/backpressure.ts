import { LIMITS } from '#contract/limits.ts'
import type { ResumePoint, ServerMessage } from '#contract/protocol.ts'
import type { Attachment } from './attachment.ts'
import { changeAttachment, readAttachment } from './attachment.ts'

/** Counted for each wake: the attachment does not hold the units that were sent after it was written. */
const WAKE_UNITS = LIMITS.checkpointUnits / 4

interface Unconfirmed {
  /** Counts in memory. A checkpoint and its confirmation write it. */
  attachment: Attachment
  /** Since the last checkpoint. */
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
    this.#begin(socket, LIMITS.checkpointUnits)
  }

  /** Call before a frame is sent. `before`: the last event before those of the frame. */
  take(socket: WebSocket, units: number, before: ResumePoint | null): 'send' | 'skip' | 'close' {
    const unconfirmed = this.#unconfirmedOf(socket)
    const { attachment } = unconfirmed
    if (before && misses(socket, attachment, before)) return 'skip'
    attachment.sinceCheckpoint += units
    unconfirmed.frames += 1
    const { beforeCheckpoint, sinceCheckpoint } = attachment
    return beforeCheckpoint + sinceCheckpoint > LIMITS.unconfirmedUnits ? 'close' : 'send'
  }

  /** Call after a frame was sent. */
  noteSent(socket: WebSocket): void {
    const { attachment, frames, dueAt } = this.#unconfirmedOf(socket)
    const isDue = attachment.sinceCheckpoint >= dueAt || frames >= LIMITS.checkpointFrames
    if (isDue) this.sendCheckpoint(socket)
  }

  /**
   * The page answers with a token that only this socket has carried: it has read up to here. One token at
   * a time is on its way.
   */
  sendCheckpoint(socket: WebSocket): void {
    const { attachment } = this.#unconfirmedOf(socket)
    if (attachment.token === null) {
      const token = crypto.randomUUID()
      attachment.token = token
      attachment.beforeCheckpoint += attachment.sinceCheckpoint
      attachment.sinceCheckpoint = 0
      socket.send(JSON.stringify({ type: 'checkpoint', token } satisfies ServerMessage))
    }
    this.#begin(socket, attachment.sinceCheckpoint + LIMITS.checkpointUnits)
    // Stores what memory has counted.
    changeAttachment(socket, {})
  }

  /** The page has read up to the checkpoint. False for a token that is not this socket's. */
  confirm(socket: WebSocket, token: string): boolean {
    const { attachment } = this.#unconfirmedOf(socket)
    if (attachment.token !== token) return false
    changeAttachment(socket, { token: null, beforeCheckpoint: 0 })
    if (attachment.sinceCheckpoint >= LIMITS.checkpointUnits) this.sendCheckpoint(socket)
    return true
  }

  /** Returns the place at which the page must resume, once it has caught up. Null if it missed nothing. */
  takeMissed(socket: WebSocket): ResumePoint | null {
    const { attachment } = this.#unconfirmedOf(socket)
    const { missedFrom } = attachment
    if (!missedFrom || isBehind(attachment)) return null
    changeAttachment(socket, { missedFrom: null })
    return missedFrom
  }

  #unconfirmedOf(socket: WebSocket): Unconfirmed {
    const known = this.#unconfirmed.get(socket)
    if (known) return known
    const attachment = readAttachment(socket)
    const sinceCheckpoint = attachment.sinceCheckpoint + WAKE_UNITS
    const from = attachment.token === null ? 0 : sinceCheckpoint
    changeAttachment(socket, { sinceCheckpoint })
    return this.#begin(socket, from + LIMITS.checkpointUnits)
  }

  #begin(socket: WebSocket, dueAt: number): Unconfirmed {
    const unconfirmed = { attachment: readAttachment(socket), frames: 0, dueAt }
    this.#unconfirmed.set(socket, unconfirmed)
    return unconfirmed
  }
}

function misses(socket: WebSocket, attachment: Attachment, before: ResumePoint): boolean {
  if (attachment.missedFrom) return true
  if (!isBehind(attachment)) return false
  changeAttachment(socket, { missedFrom: before })
  return true
}

function isBehind({ beforeCheckpoint, sinceCheckpoint }: Attachment): boolean {
  return beforeCheckpoint + sinceCheckpoint >= LIMITS.behindUnits
}
