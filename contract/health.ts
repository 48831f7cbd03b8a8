import * as v from 'valibot'

/** What `/health` answers anybody. */
export const versionSchema = v.object({
  id: v.string(),
  /** ISO 8601. */
  deployedAt: v.string(),
})
export type Version = v.InferOutput<typeof versionSchema>

/** With `?room`: the room's round trip too. */
export const roomHealthSchema = v.object({ roomMs: v.number() })

/** What an administrator is told besides. Null: no answer in time, or nothing there yet. */
export const healthSchema = v.object({
  database: v.nullable(
    v.object({
      ms: v.number(),
      /** Its clock less the Worker's. */
      aheadMs: v.number(),
    }),
  ),
  bucketMs: v.nullable(v.number()),
  sweep: v.nullable(v.object({ at: v.number(), failed: v.number() })),
  migration: v.nullable(v.object({ name: v.string(), at: v.number() })),
})
export type Health = v.InferOutput<typeof healthSchema>

/** Above this an answer is slow. */
export const SLOW_MS = 1_000
/** The sweep runs hourly. */
export const SWEEP_LATE_MS = 2 * 3_600_000
/** A clock that is further off than any answer takes. */
export const CLOCK_OFF_MS = 5_000
