import * as v from 'valibot'

/** The receipt: counts what the end of a visit has erased. */
export const erasedSchema = v.object({
  profiles: v.number(),
  photos: v.number(),
  messages: v.number(),
})
export type Erased = v.InferOutput<typeof erasedSchema>
