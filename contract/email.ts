import * as v from 'valibot'
import { LIMITS } from './limits.ts'

// Loose on purpose: only delivery proves an address. A label of the domain neither begins nor ends with a dash.
const EMAIL =
  /^[^\s@"<>(),:;\\[\]\p{Cc}\p{Cf}]+@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])$/u
/** "mailto:", "Email:", and brackets or a full stop around. */
const AROUND = /^[\s<("'“‘]*(?:(?:mailto|e-?mail)\s*:)?[\s<("'“‘]*|[\s>)"'”’.,;:]+$/giu

export function toEmail(text: string): string | null {
  if (text.length > 2 * LIMITS.emailCharacters) return null
  const plain = text.replace(/\p{Cf}/gu, '').replace(AROUND, '')
  const email = plain.normalize('NFC').toLowerCase()
  return email.length <= LIMITS.emailCharacters && EMAIL.test(email) ? email : null
}

export const emailSchema = v.pipe(
  v.string(),
  v.check((email) => toEmail(email) === email),
)
