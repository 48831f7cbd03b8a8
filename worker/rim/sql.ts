/**
 * SQL of an object as a tagged template: every `${value}` becomes a bound parameter, so that no
 * statement is ever put together from data.
 */
export type Sql = <Row extends Record<string, SqlStorageValue>>(
  strings: TemplateStringsArray,
  ...values: SqlStorageValue[]
) => Row[]

export function tagSql(storage: DurableObjectStorage): Sql {
  return <Row extends Record<string, SqlStorageValue>>(
    strings: TemplateStringsArray,
    ...values: SqlStorageValue[]
  ) => storage.sql.exec<Row>(strings.join('?'), ...values).toArray()
}
