import * as v from 'valibot'

/** Omits 0, 1, I, L and O, which look alike in a dark room, and U, which makes accidental words. */
export const BAR_ID_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const BAR_ID_LENGTH = 6

const BAR_ID = /^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{6}$/

export const barIdSchema = v.pipe(v.string(), v.regex(BAR_ID))

/** The Worker redirects a page's other spellings to this one. */
export const isBarId = (text: string): boolean => BAR_ID.test(text)
