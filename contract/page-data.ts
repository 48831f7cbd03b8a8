import * as v from 'valibot'
import { publicBarSchema } from './bar.ts'

export const PAGE_DATA_ELEMENT_ID = 'page-data'

const operatorSchema = v.object({
  name: v.string(),
  cnpj: v.string(),
  /** Address or https page; the second is the encarregado's. Empty: not named. */
  contact: v.string(),
  privacyContact: v.string(),
})
export type Operator = v.InferOutput<typeof operatorSchema>

export const pageDataSchema = v.object({
  productName: v.string(),
  bar: v.nullable(publicBarSchema),
  /** Hosts whose bar addresses are ours too. */
  otherHosts: v.optional(v.array(v.string()), []),
  /** Who answers for the site; absent where nobody has been named. */
  operator: v.optional(operatorSchema),
  /** For notices (VAPID); without it there are none. */
  pushKey: v.optional(v.string()),
})
export type PageData = v.InferOutput<typeof pageDataSchema>
