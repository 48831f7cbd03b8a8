import type { FocusEvent } from 'react'
import type { GenericSchema, InferOutput } from 'valibot'
import { safeParse } from 'valibot'

/** The text of a field for any issue, and, as `field.type`, for one type of issue. */
export type FormTexts<Field extends string> = Record<Field, string> & {
  [key: `${string}.${string}`]: string
}

type FormResult<Schema extends GenericSchema, Field extends string> =
  | { values: InferOutput<Schema>; problems?: never }
  | { values?: never; problems: Partial<Record<Field, string>> }

/** The values of a typed form, or a text for each field that `schema` refuses. */
export function readForm<Schema extends GenericSchema, Field extends string>(
  schema: Schema,
  typed: unknown,
  texts: FormTexts<Field>,
): FormResult<Schema, Field> {
  const { success, output, issues } = safeParse(schema, typed)
  if (success) return { values: output }
  const textOf: Record<string, string | undefined> = texts
  const problems: Partial<Record<Field, string>> = {}
  for (const { path, type } of issues) {
    const field = path?.[0]?.key as Field
    problems[field] ??= textOf[`${field}.${type}`] ?? texts[field]
  }
  return { problems }
}

/** Whether the focus goes on to another field. A button that is pressed must not move for an error. */
export function goesToField({ relatedTarget }: FocusEvent): boolean {
  return relatedTarget instanceof Element && relatedTarget.matches('input, select, textarea')
}
