import * as v from 'valibot'
import { newBarSchema, toBarLogin } from '#contract/bar-form.ts'
import { toDocument } from '#contract/document.ts'
import { toEmail } from '#contract/email.ts'
import { toPhone } from '#contract/phone.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import type { BarDraft, BarField } from './bar-draft.ts'

const typedBarSchema = v.omit(newBarSchema, ['creationKey', 'logo', 'photos'])
export type TypedBar = v.InferOutput<typeof typedBarSchema>
export type BarProblems = Partial<Record<BarField, string>>

const INVALID: BarProblems = {
  document: barFormTexts.documentInvalid,
  phone: barFormTexts.phoneInvalid,
  email: barFormTexts.emailInvalid,
  login: barFormTexts.barLoginInvalid,
}

export function readBar(
  draft: BarDraft,
): { bar: TypedBar; problems?: never } | { bar?: never; problems: BarProblems } {
  const { success, output, issues } = v.safeParse(typedBarSchema, {
    ...draft,
    document: read(draft.document, toDocument),
    state: draft.state || null,
    phone: read(draft.phone, toPhone),
    email: read(draft.email, toEmail),
    login: read(draft.login, toBarLogin),
  })
  return success ? { bar: output } : { problems: Object.fromEntries(issues.map(toProblem)) }
}

/** Unparsable text stays as typed; the schema then refuses it. */
function read(text: string, to: (text: string) => string | null): string | null {
  return text.trim() === '' ? null : (to(text) ?? text)
}

function toProblem({ path, type }: v.BaseIssue<unknown>): [BarField, string] {
  const field = path?.[0]?.key as BarField
  const { fieldMissing, fieldTooLong } = barFormTexts
  return [field, INVALID[field] ?? (type === 'min_length' ? fieldMissing : fieldTooLong)]
}

export function lacksRequired(problems: BarProblems): boolean {
  return Object.values(problems).includes(barFormTexts.fieldMissing)
}
