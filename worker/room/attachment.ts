import * as v from 'valibot'

/** What a socket carries through the room's sleep. At most 16,384 bytes; this is about 250. */
const attachmentSchema = v.object({
  personId: v.string(),
  secretHash: v.string(),
  acceptedAt: v.number(),
  /** The page said that it is hidden. */
  hidden: v.boolean(),
  /** It has been counted out; what still comes of it changes nothing. */
  gone: v.boolean(),
  /** Until when the monitor wants to hear of changes, as the room knew it last; null: unknown. */
  watchedUntil: v.nullable(v.number()),
  /** Frames sent, as far as it was noted, and how many of them the client has confirmed. */
  sent: v.number(),
  confirmed: v.number(),
  /** How far the person has read conversations whose cursors are not written yet, by their ids. */
  unwritten: v.array(v.tuple([v.string(), v.number()])),
  /** Its page can read a frame that several messages share. */
  sharesFrames: v.optional(v.boolean(), false),
})
export type Attachment = v.InferOutput<typeof attachmentSchema>

/** Of a socket that is just coming in. */
export function newAttachment(
  of: Pick<Attachment, 'personId' | 'secretHash' | 'acceptedAt' | 'watchedUntil' | 'sharesFrames'>,
): Attachment {
  return { ...of, hidden: false, gone: false, sent: 0, confirmed: 0, unwritten: [] }
}

/** As long as the room is awake nobody else writes them, so each is read and checked once. */
const known = new WeakMap<WebSocket, Attachment>()

/** Throws where a socket carries nothing of ours, which is a bug and never a client's doing. */
export function readAttachment(socket: WebSocket): Attachment {
  const remembered = known.get(socket)
  if (remembered) return remembered
  const attachment = v.parse(attachmentSchema, socket.deserializeAttachment())
  known.set(socket, attachment)
  return attachment
}

/** The attachment of a socket that has none yet. */
export function attach(socket: WebSocket, attachment: Attachment): void {
  known.set(socket, attachment)
  socket.serializeAttachment(attachment)
}

/** Changes some of what a socket carries; it survives the room's sleep. */
export function changeAttachment(socket: WebSocket, changes: Partial<Attachment>): void {
  attach(socket, { ...readAttachment(socket), ...changes })
}
