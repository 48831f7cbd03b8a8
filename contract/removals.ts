/** Removing a person from a bar for the night. */
import * as v from 'valibot'

export const REMOVAL_REASONS = [
  'harassment',
  'insult',
  'indecent_photo',
  'fake_profile',
  'looks_underage',
  'not_here',
  'other',
] as const
export type RemovalReason = (typeof REMOVAL_REASONS)[number]
export const removalReasonSchema = v.picklist(REMOVAL_REASONS)

export const removalRequestSchema = v.strictObject({ reason: removalReasonSchema })

/** Newest first. */
export const removalsSchema = v.array(
  v.object({
    personId: v.string(),
    name: v.string(),
    table: v.string(),
    reason: v.fallback(removalReasonSchema, 'other'),
    removedAt: v.number(),
  }),
)
export type Removal = v.InferOutput<typeof removalsSchema>[number]
