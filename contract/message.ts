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

export function readMessageText(text: string): string | null {
  const cleaned = readText(text, LIMITS.messageText, toParagraphs)
  return cleaned !== null && hasLines(cleaned) ? cleaned : null
}

function hasLines(text: string): boolean {
  return text.length < LIMITS.messageLines || text.split('\n').length <= LIMITS.messageLines
}

/** `number` counts from 1 within the conversation. It alone defines the order. */
export const messageSchema = v.object({
  id: idSchema,
  number: v.number(),
  from: v.string(),
  to: v.string(),
  text: v.string(),
  /** The room's clock. It never decreases within a room. */
  createdAt: v.number(),
})
export type Message = v.InferOutput<typeof messageSchema>
