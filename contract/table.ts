import * as v from 'valibot'
import { LIMITS } from './limits.ts'
import { countGraphemes, toLine } from './plain-text.ts'

/** A table's number or name as it was typed or stands in an address. */
export const tableSchema = v.pipe(
  v.string(),
  v.transform(toLine),
  v.minLength(1),
  v.check((table) => countGraphemes(table) <= LIMITS.tableGraphemes),
)
