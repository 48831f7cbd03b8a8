import * as v from 'valibot'
import { interestSchema } from '#contract/interest.ts'

/**
 * A profile that was recovered by phone alone. Everything needed to undo it is kept, because the
 * one who made the profile may come back and then wins.
 */
const takeoverSchema = v.object({
  secretHash: v.string(),
  /** When it was recovered. Milliseconds since 1970. */
  since: v.number(),
  /** What the profile held before. */
  before: v.object({
    name: v.string(),
    phone: v.nullable(v.string()),
    photo: v.nullable(v.string()),
    interest: interestSchema,
    showsInterest: v.boolean(),
    table: v.string(),
    photoTimes: v.array(v.number()),
  }),
  /** How far each conversation had been read, by its id, and the number of its last message. */
  reads: v.array(v.tuple([v.string(), v.number(), v.number()])),
})
export type Takeover = v.InferOutput<typeof takeoverSchema>

/** What a row holds of a takeover; null for none. Throws where it is not one of ours. */
export function readTakeover(text: string | null): Takeover | null {
  return text === null ? null : v.parse(takeoverSchema, JSON.parse(text))
}

/** The number of the first message of a conversation that somebody may read. */
export type FirstReadable = (conversation: string) => number

export const readsAll: FirstReadable = () => 1

/**
 * Who holds a profile by its phone alone reads only what was written since. By numbers, because a
 * clock that is set back would show what came before.
 */
export function firstReadableBy({ takeover }: { takeover: Takeover | null }): FirstReadable {
  if (!takeover) return readsAll
  const lasts = new Map(takeover.reads.map(([id, , last]) => [id, last]))
  return (conversation) => (lasts.get(conversation) ?? 0) + 1
}
