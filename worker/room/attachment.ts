import * as v from 'valibot'

/** What a socket carries through the room's sleep. At most 16,384 bytes; this is about 200. */
const attachmentSchema = v.object({
  personId: v.string(),
  secretHash: v.string(),
  acceptedAt: v.number(),
  /** The page said that it is hidden. */
  hidden: v.boolean(),
  /** Ill-formed frames so far. */
  strikes: v.number(),
  /** Until when the monitor wants to hear of changes, as the room knew it last; null: unknown. */
  watchedUntil: v.nullable(v.number()),
})
export type Attachment = v.InferOutput<typeof attachmentSchema>

/** Throws where a socket carries nothing of ours, which is a bug and never a client's doing. */
export function readAttachment(socket: WebSocket): Attachment {
  return v.parse(attachmentSchema, socket.deserializeAttachment())
}

export function writeAttachment(socket: WebSocket, attachment: Attachment): void {
  socket.serializeAttachment(attachment)
}
