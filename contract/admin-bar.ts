import * as v from 'valibot'
import { publicBarSchema, SUBSCRIPTION_PLANS } from './bar.ts'

/** All that an administrator sees of a bar. */
export const adminBarSchema = v.object({
  ...publicBarSchema.entries,
  ownerName: v.nullable(v.string()),
  /** CPF or CNPJ without punctuation. */
  document: v.nullable(v.string()),
  /** The street; its number is `number`. */
  address: v.string(),
  number: v.nullable(v.string()),
  neighborhood: v.nullable(v.string()),
  state: v.nullable(v.string()),
  /** E.164. */
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  login: v.nullable(v.string()),
  subscriptionPlan: v.picklist(SUBSCRIPTION_PLANS),
  /** The bar's public address, made from its id whenever it is read. */
  qrCode: v.string(),
  /** Counts the changes of what the form holds. */
  revision: v.number(),
  /** Milliseconds since 1970. */
  createdAt: v.number(),
})
export type AdminBar = v.InferOutput<typeof adminBarSchema>

/** One page of the bars, newest first. */
export const adminBarListSchema = v.object({
  bars: v.array(adminBarSchema),
  /** All bars there are, on this page or not. */
  total: v.number(),
  /** What asks for the next page; null on the last one. */
  next: v.nullable(v.string()),
})
export type AdminBarList = v.InferOutput<typeof adminBarListSchema>
