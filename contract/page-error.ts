import * as v from 'valibot'

const PLACE_MAX = 10_000_000
const placeSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PLACE_MAX))

/** Where the code of a page failed. Without its message, which may quote what somebody typed. */
export const pageErrorSchema = v.strictObject({
  /** Without query and fragment, which may hold a secret; of it the pattern alone is logged. */
  page: v.string(),
  name: v.string(),
  file: v.string(),
  line: placeSchema,
  column: placeSchema,
})
export type PageError = v.InferOutput<typeof pageErrorSchema>
