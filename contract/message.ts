import * as v from 'valibot'
import { idSchema } from './id.ts'
import { LIMITS } from './limits.ts'
import { countBytes, countGraphemes, toParagraphs } from './plain-text.ts'

export const messageTextSchema = v.pipe(
  v.string(),
  v.transform(toParagraphs),
  v.minLength(1),
  v.check(isWithinMessageLimits),
)

/** UTF-16 units that cannot be too many of anything: a unit is at most three bytes. */
const ALWAYS_FITS = Math.min(
  LIMITS.messageLines - 1,
  Math.floor(LIMITS.messageBytes / 3),
  LIMITS.messageGraphemes,
)

/** Whether cleaned text fits one message: graphemes, bytes and lines. */
export function isWithinMessageLimits(text: string): boolean {
  if (text.length <= ALWAYS_FITS) return true
  return (
    countBytes(text) <= LIMITS.messageBytes &&
    text.split('\n').length <= LIMITS.messageLines &&
    countGraphemes(text) <= LIMITS.messageGraphemes
  )
}

/** A stored message. `number` counts from 1 within its conversation and is its only order. */
export const messageSchema = v.object({
  id: idSchema,
  number: v.number(),
  from: v.string(),
  to: v.string(),
  text: v.string(),
  /** Milliseconds since 1970 by the room's clock; never decreases within a room. */
  createdAt: v.number(),
})
export type Message = v.InferOutput<typeof messageSchema>

/** One page of a conversation, oldest first. */
export const historySchema = v.object({
  messages: v.array(messageSchema),
  hasEarlier: v.boolean(),
})
export type History = v.InferOutput<typeof historySchema>
