import * as v from 'valibot'
import { ACCOUNT_ROLES } from './admin.ts'
import { publicBarSchema, SUBSCRIPTION_PLANS } from './bar.ts'

export const adminBarSchema = v.object({
  ...publicBarSchema.entries,
  ownerName: v.nullable(v.string()),
  /** CPF or CNPJ without punctuation. */
  document: v.nullable(v.string()),
  address: v.string(),
  number: v.nullable(v.string()),
  neighborhood: v.nullable(v.string()),
  state: v.nullable(v.string()),
  /** Null: that of most of the state. */
  timeZone: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  login: v.nullable(v.string()),
  /** Staff do not see the plan, the owner, the document, the phone, the email and the login. */
  subscriptionPlan: v.nullable(v.picklist(SUBSCRIPTION_PLANS)),
  qrCode: v.string(),
  revision: v.number(),
  createdAt: v.number(),
  /** The role of the signed-in account in this bar. */
  role: v.picklist(ACCOUNT_ROLES),
})
export type AdminBar = v.InferOutput<typeof adminBarSchema>

export const adminBarListSchema = v.object({
  bars: v.array(adminBarSchema),
  total: v.number(),
  next: v.nullable(v.string()),
})
export type AdminBarList = v.InferOutput<typeof adminBarListSchema>
