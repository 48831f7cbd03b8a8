import * as v from 'valibot'
import { publicBarSchema } from './bar.ts'

/** Id of the JSON block in which the Worker hands the page what it already knows. */
export const PAGE_DATA_ELEMENT_ID = 'page-data'

export const pageDataSchema = v.object({
  productName: v.string(),
  /** The bar of the address, where there is one. */
  bar: v.nullable(publicBarSchema),
})
export type PageData = v.InferOutput<typeof pageDataSchema>
