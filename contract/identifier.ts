/** Longer texts are none. The expressions below take time that grows with the square of the length. */
const UNITS_MAX = 200

const DIGIT = /\p{Nd}/gu
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
const AROUND = /^[^\p{L}\p{N}+]+|[^\p{L}\p{N}]+$/gu
/** "Nº" would become "No", and its letter a part of an identifier of letters and digits. */
const ORDINAL = /[ºª№]/g
/** Between the parts of an identifier. Japanese keyboards write U+30FC for a dash. */
const BETWEEN = /[\s\p{Pd}\u2212\u30fc()[\].,/\u2044\u2215·_]/gu

/**
 * Cleans an identifier that was typed or pasted: full-width letters and the digits of every script
 * become ASCII, invisible marks go, and so does punctuation around. Signs within it stay. Idempotent.
 * '' for a text of more than 200 units.
 */
export function toIdentifier(text: string): string {
  if (text.length > UNITS_MAX) return ''
  return text
    .replace(INVISIBLE, '')
    .replace(ORDINAL, ' ')
    .normalize('NFKC')
    .replace(DIGIT, (digit) => String(toValue(digit)))
    .replace(AROUND, '')
}

/** An identifier of digits, without the words before and after it. It keeps a plus. */
export function toNumber(text: string): string {
  return toIdentifier(text).replace(/^[^\d+]+|\D+$/g, '')
}

export const toDense = (identifier: string): string => identifier.replace(BETWEEN, '')

/** Unicode keeps the ten digits of a script together and in order. */
function toValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (isDigit(zero - 1)) zero -= 1
  return (point - zero) % 10
}

const isDigit = (point: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(point))
