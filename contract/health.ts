import * as v from 'valibot'

/** The public answer of `/health`. */
export const versionSchema = v.object({
  id: v.string(),
  /** ISO 8601. */
  deployedAt: v.string(),
})
export type Version = v.InferOutput<typeof versionSchema>

/** The answer to `/health?room` also has the round trip to a room. */
export const roomHealthSchema = v.object({ roomMs: v.number() })

/** Administrators get these figures too. One is null if no answer came in time or none exists yet. */
export const healthSchema = v.object({
  database: v.nullable(
    v.object({
      ms: v.number(),
      /** The clock of D1 minus that of the Worker. */
      aheadMs: v.number(),
    }),
  ),
  bucketMs: v.nullable(v.number()),
  sweep: v.nullable(v.object({ at: v.number(), failed: v.number() })),
  migration: v.nullable(v.object({ name: v.string(), at: v.number() })),
})
export type Health = v.InferOutput<typeof healthSchema>

/** A longer round trip counts as slow. */
export const SLOW_MS = 1_000
/** The sweep runs hourly. */
export const SWEEP_LATE_MS = 2 * 3_600_000
/** A larger difference of the clocks cannot come from a slow answer. */
export const CLOCK_OFF_MS = 5_000
