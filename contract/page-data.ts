import * as v from 'valibot'
import { publicBarSchema } from './bar.ts'

export const PAGE_DATA_ELEMENT_ID = 'page-data'

const operatorSchema = v.object({
  name: v.string(),
  cnpj: v.string(),
  /** An email or https page, empty if there is none. `privacyContact` is the encarregado's (LGPD). */
  contact: v.string(),
  privacyContact: v.string(),
})
export type Operator = v.InferOutput<typeof operatorSchema>

export const pageDataSchema = v.object({
  productName: v.string(),
  bar: v.nullable(publicBarSchema),
  /** Other hosts that lead to this site. */
  otherHosts: v.array(v.string()),
  /** The company that runs the site. It is absent until the deployment names one. */
  operator: v.optional(operatorSchema),
  /** The public VAPID key. It is absent on a site without notices. */
  pushKey: v.optional(v.string()),
})
export type PageData = v.InferOutput<typeof pageDataSchema>
