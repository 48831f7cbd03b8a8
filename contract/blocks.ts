import * as v from 'valibot'

export const blockSchema = v.object({
  /** Of the profile that was blocked. */
  personId: v.string(),
  /** As it was then. */
  name: v.string(),
  blockedAt: v.number(),
})
export type Block = v.InferOutput<typeof blockSchema>

export const blocksSchema = v.array(blockSchema)
