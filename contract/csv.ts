/**
 * RFC 4180 with `;`, as spreadsheets of Brazil read it. The byte order mark makes them read UTF-8. Every text
 * is quoted.
 */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(toCell).join(';')}\r\n`).join('')}`
}

/** Where a spreadsheet begins to read a formula, whatever it takes for the separator. */
const FORMULA = /(^|[;,|\t\r\n"])(\s*)(?=[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/gu

function toCell(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '')
  return `"${value.replace(FORMULA, "$1$2'").replaceAll('"', '""')}"`
}
