import * as v from 'valibot'
import { publicBarSchema } from './bar.ts'

export const PAGE_DATA_ELEMENT_ID = 'page-data'

export const pageDataSchema = v.object({
  productName: v.string(),
  bar: v.nullable(publicBarSchema),
  /** Hosts whose bar addresses are ours too. */
  otherHosts: v.optional(v.array(v.string()), []),
  /** For notices (VAPID); without it there are none. */
  pushKey: v.optional(v.string()),
})
export type PageData = v.InferOutput<typeof pageDataSchema>
