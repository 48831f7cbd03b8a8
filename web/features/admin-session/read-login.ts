import * as v from 'valibot'
import type { AdminUser } from '#contract/admin.ts'
import { adminSessionSchema } from '#contract/admin.ts'
import { CodedError } from '#contract/errors.ts'
import { adminTexts, tooManyTries } from '#contract/texts/admin.ts'

export interface LoginRefusal {
  title: string
  description: string
}

export function readLoginAnswer(
  answer: unknown,
): { user: AdminUser; refusal?: never } | { user?: never; refusal: LoginRefusal } {
  const { authenticationError: title } = adminTexts
  if (typeof answer !== 'object' || answer === null) {
    return { refusal: { title, description: adminTexts.invalidAnswer } }
  }
  const { success, output } = v.safeParse(adminSessionSchema, answer)
  if (!success) return { refusal: { title, description: adminTexts.noUser } }
  return { user: output.user }
}

export function toLoginRefusal(error: unknown): LoginRefusal {
  const { authenticationError: title } = adminTexts
  if (!(error instanceof CodedError)) return { title, description: adminTexts.loginFailed }
  switch (error.code) {
    case 'wrong_credentials':
      return { title: adminTexts.wrongCredentials, description: adminTexts.wrongCredentialsDetail }
    case 'throttled':
      return { title, description: tooManyTries(error.retryAfterSeconds ?? 1) }
    default:
      return { title, description: adminTexts.authenticationErrorDetail }
  }
}
