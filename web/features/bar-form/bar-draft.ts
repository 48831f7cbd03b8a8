import type { AdminBar } from '#contract/admin-bar.ts'
import { DEFAULT_SUBSCRIPTION_PLAN } from '#contract/bar.ts'
import { barFormSchema } from '#contract/bar-form.ts'
import { formatDocument } from '#contract/document.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import type { FormTexts } from '#web/ui/read-form.ts'
import { readForm } from '#web/ui/read-form.ts'

const BLANK_DRAFT = {
  name: '',
  ownerName: '',
  document: '',
  address: '',
  number: '',
  neighborhood: '',
  city: '',
  state: '',
  timeZone: '',
  phone: '',
  email: '',
  login: '',
  subscriptionPlan: DEFAULT_SUBSCRIPTION_PLAN as string,
  tonight: '',
  description: '',
}
export type BarDraft = typeof BLANK_DRAFT
export type BarField = keyof BarDraft
export type BarProblems = Partial<Record<BarField, string>>

const FIELDS = Object.keys(BLANK_DRAFT) as BarField[]

export interface BarBase {
  draft: BarDraft
  pictures: readonly string[]
  revision: number
}

export const BLANK_BASE: BarBase = { draft: BLANK_DRAFT, pictures: [], revision: 0 }

export function toBase(bar: AdminBar): BarBase {
  const text = (field: BarField): string => {
    const value = bar[field]
    if (value === null) return ''
    return field === 'document' ? formatDocument(value) : value
  }
  const draft = Object.fromEntries(FIELDS.map((field) => [field, text(field)])) as BarDraft
  const { logoUrl, photoUrls, revision } = bar
  return { draft, pictures: logoUrl ? [logoUrl, ...photoUrls] : photoUrls, revision }
}

export function isSameDraft(draft: BarDraft, other: BarDraft): boolean {
  return FIELDS.every((field) => draft[field].trim() === other[field].trim())
}

const { fieldMissing, fieldTooLong, ...texts } = barFormTexts

const PROBLEM_TEXTS: FormTexts<BarField> = {
  name: fieldTooLong,
  'name.min_length': fieldMissing,
  ownerName: fieldTooLong,
  document: texts.documentInvalid,
  address: fieldTooLong,
  'address.min_length': fieldMissing,
  number: fieldTooLong,
  neighborhood: fieldTooLong,
  city: fieldTooLong,
  'city.min_length': fieldMissing,
  state: fieldMissing,
  timeZone: fieldMissing,
  phone: texts.phoneInvalid,
  email: texts.emailInvalid,
  login: texts.barLoginInvalid,
  subscriptionPlan: fieldMissing,
  tonight: fieldTooLong,
  description: fieldTooLong,
}

export function readBar(draft: BarDraft) {
  return readForm(barFormSchema, draft, PROBLEM_TEXTS)
}

export function lacksRequired(problems: BarProblems): boolean {
  return Object.values(problems).includes(fieldMissing)
}
