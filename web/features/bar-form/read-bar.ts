import * as v from 'valibot'
import { DEFAULT_SUBSCRIPTION_PLAN, SUBSCRIPTION_PLANS } from '#contract/bar.ts'
import type { NewBarRequest } from '#contract/bar-form.ts'
import { toBarLogin } from '#contract/bar-form.ts'
import { toDocument } from '#contract/document.ts'
import { toEmail } from '#contract/email.ts'
import { LIMITS } from '#contract/limits.ts'
import { toPhone } from '#contract/phone.ts'
import { readText, toLine, toParagraphs } from '#contract/plain-text.ts'
import { stateSchema } from '#contract/states.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import type { BarDraft, BarField } from './bar-draft.ts'

/** The part of a new bar that is typed. */
export type TypedBar = Omit<NewBarRequest, 'creationKey' | 'logo' | 'photos'>
/** What is wrong, by field, in words. */
export type BarProblems = Partial<Record<BarField, string>>

const REQUIRED: readonly BarField[] = ['name', 'address', 'city']
const planSchema = v.picklist(SUBSCRIPTION_PLANS)

/** What was typed as a bar, or everything that is wrong with it. */
export function readBar(
  draft: BarDraft,
): { bar: TypedBar; problems?: never } | { bar?: never; problems: BarProblems } {
  const problems: BarProblems = {}

  function read<T>(field: BarField, to: (text: string) => T | null, problem: string): T | null {
    if (draft[field].trim() === '') return null
    const value = to(draft[field])
    if (value === null) problems[field] = problem
    return value
  }
  function text(field: BarField, size = LIMITS.barLineText, clean = toLine): string {
    const cleaned = readText(draft[field], size, clean)
    if (cleaned === null) problems[field] = barFormTexts.fieldTooLong
    if (cleaned === '' && REQUIRED.includes(field)) problems[field] = barFormTexts.fieldMissing
    return cleaned ?? ''
  }

  const bar: TypedBar = {
    name: text('name'),
    ownerName: text('ownerName') || null,
    document: read('document', toDocument, barFormTexts.documentInvalid),
    address: text('address'),
    number: text('number', LIMITS.barNumberText) || null,
    neighborhood: text('neighborhood') || null,
    city: text('city'),
    state: v.is(stateSchema, draft.state) ? draft.state : null,
    phone: read('phone', toPhone, barFormTexts.phoneInvalid),
    email: read('email', toEmail, barFormTexts.emailInvalid),
    login: read('login', toBarLogin, barFormTexts.barLoginInvalid),
    subscriptionPlan: v.is(planSchema, draft.subscriptionPlan)
      ? draft.subscriptionPlan
      : DEFAULT_SUBSCRIPTION_PLAN,
    description: text('description', LIMITS.barDescriptionText, toParagraphs) || null,
  }
  return Object.keys(problems).length > 0 ? { problems } : { bar }
}

/** Whether something that every bar must have is not there. */
export function lacksRequired(problems: BarProblems): boolean {
  return REQUIRED.some((field) => problems[field] === barFormTexts.fieldMissing)
}
