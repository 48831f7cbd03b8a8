import * as v from 'valibot'
import { LIMITS } from './limits.ts'
import { readText, toLine } from './plain-text.ts'

export const tableSchema = v.pipe(
  v.string(),
  v.transform((table) => readText(table, LIMITS.tableText, toLine)),
  v.string(),
  v.minLength(1),
)
