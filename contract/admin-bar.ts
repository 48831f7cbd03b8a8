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
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  login: v.nullable(v.string()),
  /** Null for staff, as the owner, document, phone, email and login are. */
  subscriptionPlan: v.nullable(v.picklist(SUBSCRIPTION_PLANS)),
  qrCode: v.string(),
  revision: v.number(),
  createdAt: v.number(),
  /** What whoever asked is in this bar. A Worker without it knew administrators alone. */
  role: v.optional(v.picklist(ACCOUNT_ROLES), 'admin'),
})
export type AdminBar = v.InferOutput<typeof adminBarSchema>

export const adminBarListSchema = v.object({
  bars: v.array(adminBarSchema),
  total: v.number(),
  next: v.nullable(v.string()),
})
export type AdminBarList = v.InferOutput<typeof adminBarListSchema>
