/** The names that follow a colon in a pattern: `'barId' | 'tableId'` in `/bar/:barId/table/:tableId`. */
type Names<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never

/** The values of a pattern's names, and further ones for the query. */
export type Values<Pattern extends string> = Record<Names<Pattern>, string> &
  Record<string, string | undefined>

/**
 * Fills in a pattern, as `address(PAGES.bar, { barId })`. Values that the pattern does not name become
 * the query, without the empty ones.
 */
export function address<Pattern extends string>(pattern: Pattern, values: Values<Pattern>): string {
  const others = new Map<string, string | undefined>(Object.entries(values))
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = others.get(name) ?? ''
    others.delete(name)
    return encodeURIComponent(value)
  })
  const query = Array.from(others).flatMap(([name, value]) =>
    value ? `${name}=${encodeURIComponent(value)}` : [],
  )
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}
