import * as v from 'valibot'
import { interestSchema } from '#contract/interest.ts'

/**
 * A profile that was recovered by phone alone. Everything needed to undo it is kept, because the
 * one who made the profile may come back and then wins.
 */
const takeoverSchema = v.object({
  secretHash: v.string(),
  /** The new holder reads only messages from then on. Milliseconds since 1970. */
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
  /** How far each conversation had been read, by its id. */
  reads: v.array(v.tuple([v.string(), v.number()])),
})
export type Takeover = v.InferOutput<typeof takeoverSchema>

export function readTakeover(text: string | null): Takeover | null {
  return text === null ? null : v.parse(takeoverSchema, JSON.parse(text))
}
