import * as v from 'valibot'

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Lower case only, so that each id has one spelling. */
export const idSchema = v.pipe(v.string(), v.regex(UUID_V4))
