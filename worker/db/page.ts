/** A cursor holds the values of a list's order, joined by dots. */
export function readCursor(after = ''): string[] {
  return after.split('.')
}

/** Each query asks for one row more than a page has. */
export function toPage<T>(
  rows: readonly T[],
  limit: number,
  orderOf: (last: T) => readonly (string | number)[],
): { shown: T[]; next: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: rows.length > limit && last ? orderOf(last).join('.') : null }
}
