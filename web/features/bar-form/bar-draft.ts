import { DEFAULT_SUBSCRIPTION_PLAN } from '#contract/bar.ts'

/** The form as it was typed. */
export const BLANK_DRAFT = {
  name: '',
  ownerName: '',
  document: '',
  address: '',
  number: '',
  neighborhood: '',
  city: '',
  state: '',
  phone: '',
  email: '',
  login: '',
  subscriptionPlan: DEFAULT_SUBSCRIPTION_PLAN as string,
  description: '',
}
export type BarDraft = typeof BLANK_DRAFT
export type BarField = keyof BarDraft

/** In the order of the form, so that the first problem is the first one on the screen. */
export const BAR_FIELDS = Object.keys(BLANK_DRAFT) as BarField[]

export function isBlank(draft: BarDraft): boolean {
  return BAR_FIELDS.every((field) => draft[field].trim() === BLANK_DRAFT[field])
}
