import * as v from 'valibot'

const BRAZILIAN = /^[1-9]\d{9,10}$/
const INTERNATIONAL = /^\+[1-9]\d{7,14}$/

// What people and programs put between digits, the invisible marks of a copied contact included.
const BETWEEN = /[\s().,/\-\u2010-\u2015\u2212\u00b7\p{Cf}]/gu
// Before the area code stands a 0, and for a call through a certain carrier its two digits, which
// are spelled "xx" where it does not matter which.
const TRUNK = /^0(?:xx|\d{2}(?=[1-9]\d{9,10}$))?/iu
const COUNTRY = /^(?:\+|00)?55(?=0?[1-9]\d{9,10}$|0(?:xx|\d{2})[1-9]\d{9,10}$)/iu

/**
 * Reads a phone as people write it into E.164: 10 or 11 digits are Brazilian, with or without a 0,
 * a carrier or the country before them; `+` and 8 to 15 digits are any country's. Null for
 * everything else.
 */
export function toPhone(text: string): string | null {
  const dense = text.replace(/^\s*tel:/iu, '').replace(BETWEEN, '')
  const national = dense.replace(COUNTRY, '').replace(TRUNK, '')
  if (BRAZILIAN.test(national)) return `+55${national}`
  return INTERNATIONAL.test(dense) ? dense : null
}

/**
 * A phone while it is typed: a Brazilian one gets its brackets and its dash as far as it goes. What
 * it leaves alone is another country's, or not readable yet.
 */
export function formatTyped(text: string): string {
  const digits = text.replace(BETWEEN, '')
  if (!/^[1-9]\d{0,10}$/.test(digits)) return text
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)]
  if (rest === '') return digits.length < 2 ? digits : `(${area})`
  const first = rest.length > 8 ? 5 : 4
  const tail = rest.length > first ? `-${rest.slice(first)}` : ''
  return `(${area}) ${rest.slice(0, first)}${tail}`
}

/** An E.164 phone as people read it: a Brazilian one with its area code in brackets. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
}

/** A phone on the wire: E.164, already read by `toPhone`. */
export const phoneSchema = v.pipe(v.string(), v.regex(INTERNATIONAL))
