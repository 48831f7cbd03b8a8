import * as v from 'valibot'

const PLACE_MAX = 10_000_000
const placeSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PLACE_MAX))

/** The place where a page's code failed. The message is left out: it may quote what a person typed. */
export const pageErrorSchema = v.strictObject({
  /** No query and no fragment, which may hold a secret. The log keeps only the route's pattern. */
  page: v.string(),
  name: v.string(),
  file: v.string(),
  line: placeSchema,
  column: placeSchema,
})
export type PageError = v.InferOutput<typeof pageErrorSchema>
