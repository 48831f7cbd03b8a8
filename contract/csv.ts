type CsvRows = readonly (readonly (string | number | null)[])[]

/**
 * RFC 4180 with `;`, as spreadsheets of Brazil read it. The byte order mark makes them read UTF-8. Every text
 * is quoted.
 */
export function toCsv(rows: CsvRows): string {
  return `\uFEFF${toCsvRows(rows)}`
}

/** More rows of a file that `toCsv` began. */
export function toCsvRows(rows: CsvRows): string {
  return rows.map((row) => `${row.map(toCell).join(';')}\r\n`).join('')
}

/** Matches where a spreadsheet would begin to read a formula, whatever its separator. */
const FORMULA = /(^|[;,|\t\r\n"])(\s*)(?=[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/gu

function toCell(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '')
  return `"${value.replace(FORMULA, "$1$2'").replaceAll('"', '""')}"`
}
