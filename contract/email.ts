import * as v from 'valibot'
import { LIMITS } from './limits.ts'

// Deliberately loose: only a letter that arrives proves an address. Spaces, controls, quotes and
// angle brackets never stand in one that people use.
const EMAIL =
  /^[^\s@"<>(),:;\\[\]\p{Cc}\p{Cf}]+@[^\s@"<>(),:;\\[\]\p{Cc}\p{Cf}]+\.[\p{L}\p{N}-]{2,}$/u

/** Reads an email address as people type it: trimmed, in lower case. Null if it is none. */
export function toEmail(text: string): string | null {
  const email = text.trim().normalize('NFC').toLowerCase()
  return email.length <= LIMITS.emailCharacters && EMAIL.test(email) ? email : null
}

/** An email on the wire, already read by `toEmail`. */
export const emailSchema = v.pipe(
  v.string(),
  v.check((email) => toEmail(email) === email),
)
