import * as v from 'valibot'

const blockSchema = v.object({
  /** The blocked profile. */
  personId: v.string(),
  /** The name at the time of the block. */
  name: v.string(),
  blockedAt: v.number(),
})
export type Block = v.InferOutput<typeof blockSchema>

export const blocksSchema = v.array(blockSchema)
