import * as v from 'valibot'

declare const quoted: unique symbol

/** One SQL statement whose values were all written by `quoteSql`. */
export type Sql = string & { readonly [quoted]: true }

export type SqlValue = string | number | null

// No control characters but line feeds: a NUL ends SQLite's text, and wrangler rewrites CR LF.
const valueSchema = v.union([
  v.null(),
  v.pipe(v.number(), v.safeInteger()),
  v.pipe(v.string(), v.regex(/^(?:\n|[^\p{Cc}\p{Cs}])*$/u)),
])

/** A value as an SQL literal. Throws for other control characters than line feeds, and for fractions. */
export function quoteSql(value: SqlValue): string {
  const checked = v.parse(valueSchema, value)
  return typeof checked === 'string' ? `'${checked.replaceAll("'", "''")}'` : String(checked)
}

/** Writes a statement with its values as literals: `wrangler d1 execute` takes no parameters. */
export function sql(text: TemplateStringsArray, ...values: SqlValue[]): Sql {
  return String.raw({ raw: text }, ...values.map(quoteSql)) as Sql
}
