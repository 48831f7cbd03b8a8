import * as v from 'valibot'

const BRAZILIAN = /^[1-9]\d{9,10}$/
const INTERNATIONAL = /^\+[1-9]\d{7,14}$/

/**
 * Reads a phone as people write it into E.164: 10 or 11 digits are Brazilian, `+` and 8 to 15
 * digits any country's. Null for everything else.
 */
export function toPhone(text: string): string | null {
  const dense = text.replace(/[\s().-]/gu, '')
  if (INTERNATIONAL.test(dense)) return dense
  return BRAZILIAN.test(dense) ? `+55${dense}` : null
}

/** An E.164 phone as people read it: a Brazilian one with its area code in brackets. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
}

/** A phone on the wire: E.164, already read by `toPhone`. */
export const phoneSchema = v.pipe(v.string(), v.regex(INTERNATIONAL))
