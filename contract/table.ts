import * as v from 'valibot'
import { LIMITS } from './limits.ts'
import { readText, toLine } from './plain-text.ts'

/** A table's number or name as it was typed or stands in an address. */
export const tableSchema = v.pipe(
  v.string(),
  v.transform((table) => readText(table, LIMITS.tableText, toLine)),
  v.string(),
  v.minLength(1),
)
