/** Values become bound parameters: a statement is never built from data. */
export type Sql = <Row extends Record<string, SqlStorageValue>>(
  strings: TemplateStringsArray,
  ...values: SqlStorageValue[]
) => Row[]

/** The platform caches prepared statements by string identity, not by equality. */
const texts = new WeakMap<TemplateStringsArray, string>()

export function tagSql(storage: DurableObjectStorage): Sql {
  return <Row extends Record<string, SqlStorageValue>>(
    strings: TemplateStringsArray,
    ...values: SqlStorageValue[]
  ) => storage.sql.exec<Row>(toText(strings), ...values).toArray()
}

function toText(strings: TemplateStringsArray): string {
  const known = texts.get(strings)
  if (known !== undefined) return known
  const text = strings.join('?')
  texts.set(strings, text)
  return text
}

/** Only growing statements fail. developers.cloudflare.com/durable-objects/platform/limits. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && error.message.includes('SQLITE_FULL')
}
