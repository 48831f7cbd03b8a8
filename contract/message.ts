import * as v from 'valibot'
import { idSchema } from './id.ts'
import { LIMITS } from './limits.ts'
import { readText, toParagraphs } from './plain-text.ts'

export const messageTextSchema = v.pipe(
  v.string(),
  v.transform(readMessageText),
  v.string(),
  v.minLength(1),
)

/** Cleaned text of one message; null where it does not fit: graphemes, bytes and lines. */
export function readMessageText(text: string): string | null {
  const cleaned = readText(text, LIMITS.messageText, toParagraphs)
  return cleaned !== null && hasLines(cleaned) ? cleaned : null
}

function hasLines(text: string): boolean {
  return text.length < LIMITS.messageLines || text.split('\n').length <= LIMITS.messageLines
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
