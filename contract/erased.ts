import * as v from 'valibot'

/** What the end of a visit has erased: the receipt. */
export const erasedSchema = v.object({
  profiles: v.number(),
  photos: v.number(),
  messages: v.number(),
})
export type Erased = v.InferOutput<typeof erasedSchema>
