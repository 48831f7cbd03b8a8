import * as v from 'valibot'

/**
 * How many people's visits "Esvaziar o bar" would end, and when that was last done tonight. `by` is null for
 * staff, and of an administrator also for owners.
 */
export const clearingSchema = v.object({
  people: v.number(),
  last: v.nullable(v.object({ at: v.number(), people: v.number(), by: v.nullable(v.string()) })),
})
export type Clearing = v.InferOutput<typeof clearingSchema>

/** The people who share one person's network. */
export const networkSchema = v.object({
  people: v.number(),
  /** The board that asks is on this network too, so that it cannot be cleared. */
  isOwn: v.boolean(),
})
export type PersonNetwork = v.InferOutput<typeof networkSchema>

export const clearedSchema = v.object({ people: v.number() })
export type Cleared = v.InferOutput<typeof clearedSchema>
