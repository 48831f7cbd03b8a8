import * as v from 'valibot'

/** No 0, 1, I, L, O, U: nothing that a dark room makes ambiguous, and few accidental words. */
export const BAR_ID_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const BAR_ID_LENGTH = 6

const BAR_ID = /^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{6}$/

/** A bar's public code as the wire and the database spell it: six characters, upper case. */
export const barIdSchema = v.pipe(v.string(), v.regex(BAR_ID))

/** Reads a code as people type it: any case, with or without spaces or a dash. Null if it is none. */
export function toBarId(text: string): string | null {
  const barId = text.replace(/[\s-]/gu, '').toUpperCase()
  return BAR_ID.test(barId) ? barId : null
}
