import * as v from 'valibot'

const BRAZILIAN = /^[1-9]\d{9,10}$/
const INTERNATIONAL = /^\+[1-9]\d{7,14}$/

// Separators between digits, including the invisible characters of copied contacts.
const BETWEEN = /[\s().,/\-\u2010-\u2015\u2212\u00b7\p{Cf}]/gu
// 0 before the area code, and optionally a carrier's two digits, also written "xx".
const TRUNK = /^0(?:xx|\d{2}(?=[1-9]\d{9,10}$))?/iu
const COUNTRY = /^(?:\+|00)?55(?=0?[1-9]\d{9,10}$|0(?:xx|\d{2})[1-9]\d{9,10}$)/iu

/** Converts to E.164. 10 or 11 digits are Brazilian; `+` and 8 to 15 digits are any country's. */
export function toPhone(text: string): string | null {
  const dense = text.replace(/^\s*tel:/iu, '').replace(BETWEEN, '')
  const national = dense.replace(COUNTRY, '').replace(TRUNK, '')
  if (BRAZILIAN.test(national)) return `+55${national}`
  return INTERNATIONAL.test(dense) ? dense : null
}

export function formatTyped(text: string): string {
  const digits = text.replace(BETWEEN, '')
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
