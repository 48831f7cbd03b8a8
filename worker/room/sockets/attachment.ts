import * as v from 'valibot'
import { resumePointSchema } from '#contract/protocol.ts'

/** Survives hibernation. The platform allows 16,384 bytes; this is about 250. */
const attachmentSchema = v.object({
  personId: v.string(),
  secretHash: v.string(),
  acceptedAt: v.number(),
  hidden: v.boolean(),
  /** Pages were told that this person is away. */
  sentAway: v.boolean(),
  /** Its disconnect is handled, or its visit has ended: closing it starts no grace. */
  gone: v.boolean(),
  /** UTF-16 units sent before the checkpoint that is not confirmed yet, and since. */
  beforeCheckpoint: v.number(),
  sinceCheckpoint: v.number(),
  /** The checkpoint's; null: the page has confirmed it. */
  token: v.nullable(v.string()),
  /** The last event before those that this page has missed; null: none. */
  missedFrom: v.nullable(resumePointSchema),
  network: v.string(),
  wideNetwork: v.nullable(v.string()),
})
export type Attachment = v.InferOutput<typeof attachmentSchema>

/** The room is the only writer, so each attachment is parsed once a wake. */
const parsed = new WeakMap<WebSocket, Attachment>()

/** A page that this wake has read: quicker than its tags. */
export function isKnownPage(socket: WebSocket): boolean {
  return parsed.has(socket)
}

/** Throws without an attachment of ours: a bug, never a client's doing. */
export function readAttachment(socket: WebSocket): Attachment {
  const known = parsed.get(socket)
  if (known) return known
  const attachment = v.parse(attachmentSchema, socket.deserializeAttachment())
  parsed.set(socket, attachment)
  return attachment
}

export function changeAttachment(socket: WebSocket, changes: Partial<Attachment>): void {
  socket.serializeAttachment(Object.assign(readAttachment(socket), changes))
}

/** Writes the first attachment of a socket. `changeAttachment` writes later ones. */
export function attach(socket: WebSocket, attachment: Attachment): void {
  parsed.set(socket, attachment)
  socket.serializeAttachment(attachment)
}
