import * as v from 'valibot'
import { toIdentifier } from './identifier.ts'

/** Omits 0, 1, I, L and O, which look alike in a dark room, and U, which makes accidental words. */
export const BAR_ID_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const BAR_ID_LENGTH = 6

const BAR_ID = /^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{6}$/

export const barIdSchema = v.pipe(v.string(), v.regex(BAR_ID))

/** For pages: the Worker redirects every other spelling to this one. */
export const isBarId = (text: string): boolean => BAR_ID.test(text)

/** "ID do bar:", "Código:" */
const LABEL = /^[\p{L}\s]*\b(?:id|bar|c[oó]digo|code)\b[\p{L}\s]*:/iu
const BETWEEN = /[\s\p{Pd}\u2212_]/gu

/** Reads a bar ID in any case and script, with or without spaces or dashes. Null if invalid. */
export function toBarId(text: string): string | null {
  const barId = toIdentifier(text).replace(LABEL, '').replace(BETWEEN, '').toUpperCase()
  return BAR_ID.test(barId) ? barId : null
}
