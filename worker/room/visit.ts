import * as v from 'valibot'
import { barIdSchema } from '#contract/bar-id.ts'
import { idSchema } from '#contract/id.ts'

/** Who the Worker says is calling: read from a signed secret, never from what the client wrote. */
export const visitSchema = v.object({
  barId: barIdSchema,
  personId: idSchema,
  /** SHA-256 of the secret; the room keeps no more of it. */
  secretHash: v.string(),
  /** When the secret runs out, milliseconds since 1970. */
  expiresAt: v.number(),
})
export type Visit = v.InferOutput<typeof visitSchema>
