import * as v from 'valibot'
import { publicBarSchema } from './bar.ts'

/** Id of the JSON element with the data of the first paint. */
export const PAGE_DATA_ELEMENT_ID = 'page-data'

export const pageDataSchema = v.object({
  productName: v.string(),
  bar: v.nullable(publicBarSchema),
})
export type PageData = v.InferOutput<typeof pageDataSchema>
