import * as v from 'valibot'
import { LIMITS } from './limits.ts'

// Loose on purpose: only delivery proves an address. A point stands between two other characters, and a label
// of the domain neither begins nor ends with a dash.
const EMAIL =
  /^(?!\.|[^@]*\.[.@])[^\s@"<>(),:;\\[\]\p{Cc}\p{Cf}]+@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])$/u
/** "João <", "Contato: ", "Email ", "📧". Other words do not go: "joao silva@bar.com" is a slip of the finger. */
const BEFORE =
  /^(?:[^@]*(?:[<(["“‘«•\p{So}]|[:*·\p{Pd}]\s|(?:mailto|e-?mail)[\s:=]))?[\s"'“‘<(:/]*/iu
/** "?subject=Oi", and signs. A dash may be the rest of a domain. */
const AFTER = /\?[^@]*$|[^\p{L}\p{M}\p{N}-]+$/gu

export function toEmail(text: string): string | null {
  if (text.length > 2 * LIMITS.emailCharacters) return null
  const visible = text.replace(/\p{Cf}|\ufe0f/gu, '')
  const plain = /mailto:/i.test(visible) ? decode(visible) : visible
  const email = plain.replace(BEFORE, '').replace(AFTER, '').normalize('NFC').toLowerCase()
  return email.length <= LIMITS.emailCharacters && EMAIL.test(email) ? email : null
}

function decode(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return ''
  }
}

export const emailSchema = v.pipe(
  v.string(),
  v.check((email) => toEmail(email) === email),
)
