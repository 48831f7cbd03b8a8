/**
 * SQL of an object as a tagged template: every `${value}` becomes a bound parameter, so that no
 * statement is ever put together from data.
 */
export type Sql = <Row extends Record<string, SqlStorageValue>>(
  strings: TemplateStringsArray,
  ...values: SqlStorageValue[]
) => Row[]

/** The platform finds a statement that it has prepared by its text: the same string, not an equal one. */
const texts = new WeakMap<TemplateStringsArray, string>()

/** The tag of an object's own SQLite; rows come as plain objects, all at once. */
export function tagSql(storage: DurableObjectStorage): Sql {
  return <Row extends Record<string, SqlStorageValue>>(
    strings: TemplateStringsArray,
    ...values: SqlStorageValue[]
  ) => storage.sql.exec<Row>(toText(strings), ...values).toArray()
}

function toText(strings: TemplateStringsArray): string {
  const text = texts.get(strings) ?? strings.join('?')
  texts.set(strings, text)
  return text
}

/**
 * Whether an object's storage has reached the platform's limit: its statements that would make it
 * larger fail with this, others go on. From developers.cloudflare.com/durable-objects/platform/limits.
 */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && error.message.includes('SQLITE_FULL')
}
