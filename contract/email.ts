import * as v from 'valibot'
import { LIMITS } from './limits.ts'

// Loose on purpose: only delivery proves an address.
const EMAIL =
  /^[^\s@"<>(),:;\\[\]\p{Cc}\p{Cf}]+@[^\s@"<>(),:;\\[\]\p{Cc}\p{Cf}]+\.[\p{L}\p{N}-]{2,}$/u

export function toEmail(text: string): string | null {
  const email = text.trim().normalize('NFC').toLowerCase()
  return email.length <= LIMITS.emailCharacters && EMAIL.test(email) ? email : null
}

export const emailSchema = v.pipe(
  v.string(),
  v.check((email) => toEmail(email) === email),
)
