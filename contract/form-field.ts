import * as v from 'valibot'

/** A typed field that may stay empty: null, or the value that `read` finds in the text. */
// @__NO_SIDE_EFFECTS__
export function optionalField(
  read: (text: string) => string | null,
  schema: v.GenericSchema<string>,
) {
  return v.pipe(
    v.string(),
    // Text that `read` refuses stays as typed, and `schema` refuses it too.
    v.transform((text) => (text.trim() === '' ? null : (read(text) ?? text))),
    v.nullable(schema),
  )
}
