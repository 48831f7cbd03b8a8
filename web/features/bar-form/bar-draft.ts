import type { AdminBar } from '#contract/admin-bar.ts'
import { DEFAULT_SUBSCRIPTION_PLAN } from '#contract/bar.ts'
import { formatDocument } from '#contract/document.ts'

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

/** In the order of the form: the first problem is the topmost on the screen. */
export const BAR_FIELDS = Object.keys(BLANK_DRAFT) as BarField[]

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
  const draft = Object.fromEntries(BAR_FIELDS.map((field) => [field, text(field)])) as BarDraft
  return { draft, pictures: picturesOf(bar), revision: bar.revision }
}

function picturesOf({ logoUrl, photoUrls }: AdminBar): string[] {
  return logoUrl ? [logoUrl, ...photoUrls] : photoUrls
}

export function isSameDraft(draft: BarDraft, other: BarDraft): boolean {
  return BAR_FIELDS.every((field) => draft[field].trim() === other[field].trim())
}
