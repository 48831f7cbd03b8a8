import type { ResumePoint } from '#contract/protocol.ts'

/** Survives hibernation. The platform allows 16,384 bytes; this is about 250. */
export interface Attachment {
  personId: string
  secretHash: string
  acceptedAt: number
  hidden: boolean
  /** When `hidden` last changed. */
  turnedAt: number
  /** Pages were told that this person is away. */
  shownAway: boolean
  /** Already disconnected. Its frames are ignored. */
  gone: boolean
  /** The monitor asks how many are here; null: unknown. */
  isWatched: boolean | null
  /** UTF-16 units sent before the checkpoint that is not confirmed yet, and since. */
  beforeCheckpoint: number
  sinceCheckpoint: number
  /** The checkpoint's; null: the page has confirmed it. */
  token: string | null
  /** The last event before those that this page has missed; null: none. */
  missedFrom: ResumePoint | null
  /** Conversation ids and message numbers. */
  pendingPositions: [string, number][]
  sharesFrames: boolean
  network: string
  wideNetwork: string | null
}

/** Of sockets that an older version accepted. */
const ADDED_LATER = {
  ...{ turnedAt: 0, shownAway: false, sharesFrames: false, network: '', wideNetwork: null },
}

/** The room is the only writer, so a wake reads each attachment once, and trusts it. */
const known = new WeakMap<WebSocket, Attachment>()

/** A page that this wake has read: quicker than its tags. */
export function isKnownPage(socket: WebSocket): boolean {
  return known.has(socket)
}

/** Throws without an attachment of ours: a bug, never a client's doing. */
export function readAttachment(socket: WebSocket): Attachment {
  const already = known.get(socket)
  if (already) return already
  const stored: Attachment | null = socket.deserializeAttachment()
  if (!stored) throw new Error('a socket without an attachment')
  const attachment = { ...ADDED_LATER, ...stored }
  known.set(socket, attachment)
  return attachment
}

export function changeAttachment(socket: WebSocket, changes: Partial<Attachment>): void {
  socket.serializeAttachment(Object.assign(readAttachment(socket), changes))
}

/** Of a new socket; else `changeAttachment`. */
export function attach(socket: WebSocket, attachment: Attachment): void {
  known.set(socket, attachment)
  socket.serializeAttachment(attachment)
}
