import * as v from 'valibot'
import { interestSchema } from './interest.ts'

/** Never contains the phone. */
export const publicPersonSchema = v.object({
  id: v.string(),
  name: v.string(),
  table: v.string(),
  photo: v.nullable(v.string()),
  interest: v.nullable(interestSchema),
  online: v.boolean(),
  /** The person is online, but all their pages are hidden. Absent if false. */
  away: v.exactOptional(v.boolean()),
})
export type PublicPerson = v.InferOutput<typeof publicPersonSchema>

export const ownPersonSchema = v.object({
  ...publicPersonSchema.entries,
  interest: interestSchema,
  showsInterest: v.boolean(),
  phone: v.nullable(v.string()),
})
export type OwnPerson = v.InferOutput<typeof ownPersonSchema>

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]
