import * as v from 'valibot'

/** An optional field of a form: null if empty, else the value that `read` finds in the text. */
// @__NO_SIDE_EFFECTS__
export function optionalField(
  read: (text: string) => string | null,
  schema: v.GenericSchema<string>,
) {
  return v.pipe(
    v.string(),
    // Text that `read` refuses passes unchanged, so that `schema` refuses it.
    v.transform((text) => (text.trim() === '' ? null : (read(text) ?? text))),
    v.nullable(schema),
  )
}
