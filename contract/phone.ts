import * as v from 'valibot'
import { toIdentifier } from './identifier.ts'

/** The area codes of Brazil, by their first digit. */
const AREA = /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])/
/** A mobile has nine digits after the area code and begins with 9, a landline eight from 2 to 5. */
const BRAZILIAN = /^\d\d(?:9\d{8}|[2-5]\d{7})$/
const INTERNATIONAL = /^\+[1-9]\d{7,14}$/

/** "Tel.:", "WhatsApp", "tel:" */
const LABEL = /^(?:[\p{L}\s./-]*:|\p{L}[\p{L}\s./-]*(?=[+(\d]))\s*/u
/** Between digits. */
const BETWEEN = /[\s\p{Pd}\u2212()[\].,/·_]/gu
/** "+44 (0)7911": nobody dials that zero from abroad. */
const ZERO_IN_BRACKETS = /\(\s*0\s*\)/
// 0 before the area code, and optionally a carrier's two digits, also written "xx".
const TRUNK = /^0(?:xx|\d{2}(?=[1-9]\d{9,10}$))?/i
const COUNTRY = /^\+?55(?=0?[1-9]\d{9,10}$|0(?:xx|\d{2})[1-9]\d{9,10}$)/i

/**
 * Converts to E.164. With an area code of Brazil that exists it is Brazilian; with `+` or `00` it has 8 to
 * 15 digits and belongs to any country.
 */
export function toPhone(text: string): string | null {
  const dense = toDense(text)
  const national = dense.replace(COUNTRY, '').replace(TRUNK, '')
  if (AREA.test(national) && BRAZILIAN.test(national)) return `+55${national}`
  return INTERNATIONAL.test(dense) && !dense.startsWith('+55') ? dense : null
}

function toDense(text: string): string {
  return toIdentifier(text)
    .replace(LABEL, '')
    .replace(ZERO_IN_BRACKETS, '')
    .replace(BETWEEN, '')
    .replace(/^00/, '+')
}

export function formatTyped(text: string): string {
  const digits = toIdentifier(text).replace(BETWEEN, '')
  if (!/^[1-9]\d{0,10}$/.test(digits)) return text
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)]
  if (rest === '') return digits.length < 2 ? digits : `(${area})`
  const first = rest.length > 8 ? 5 : 4
  const tail = rest.length > first ? `-${rest.slice(first)}` : ''
  return `(${area}) ${rest.slice(0, first)}${tail}`
}

export function formatPhone(phone: string): string {
  return phone.replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
}

/** The last four digits are enough to recognise a number in the phone's call list. */
export function maskPhone(phone: string): string {
  return `•••• ${phone.slice(-4)}`
}

export const phoneSchema = v.pipe(v.string(), v.regex(INTERNATIONAL))
