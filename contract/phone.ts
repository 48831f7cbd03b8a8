import * as v from 'valibot'
import { toDense, toIdentifier, toNumber } from './identifier.ts'

/** The area codes of Brazil, by their first digit. */
const AREA = /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])/
/** A mobile has nine digits after the area code and begins with 9, a landline eight from 2 to 5. */
const BRAZILIAN = /^\d\d(?:9\d{8}|[2-5]\d{7})$/
const INTERNATIONAL = /^\+[1-9]\d{7,14}$/

/**
 * "+44 (0)7911", "+44 (07911)": nobody dials that zero from abroad. In the numbers of some countries a zero
 * comes first and is dialled: there only a zero alone goes.
 */
const ZERO_IN_BRACKETS = /^((?:\+|00)\s*(?!55|(?:39|378|22[5-79]|24[12])\D*0\d)\d{1,3})\D*[([]\s*0/
/** The country's code, then 0 and optionally a carrier, also written "xx". Anatel gives carriers their codes. */
const BEFORE_AREA = /^(?:\+?55)?(?:0(?:xx|1[245]|2[1-35]|31|4[13]|55|65|99)?)?(?=[1-9]\d{9,10}$)/i

/**
 * Converts to E.164. With an area code of Brazil that exists it is Brazilian; with `+` or `00` it has 8 to
 * 15 digits and belongs to any country.
 */
export function toPhone(text: string): string | null {
  const dense = toDense(toNumber(text).replace(ZERO_IN_BRACKETS, '$1')).replace(/^00/, '+')
  const national = dense.replace(BEFORE_AREA, '')
  if (AREA.test(national) && BRAZILIAN.test(national)) return `+55${national}`
  return INTERNATIONAL.test(dense) && !dense.startsWith('+55') ? dense : null
}

export function formatTyped(text: string): string {
  const digits = toDense(toIdentifier(text))
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
