import type * as v from 'valibot'

/** `body` is what a request sends, `answer` the body of a 2xx answer. Without a schema there is none. */
interface Schemas {
  body?: v.GenericSchema
  answer?: v.GenericSchema
}

export interface Endpoint extends Schemas {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A pattern, as `/api/bars/:barId`. */
  path: string
}

const by =
  <const Method extends Endpoint['method']>(method: Method) =>
  <const Path extends string, S extends Schemas>(path: Path, schemas: S = {} as S) => ({
    method,
    path,
    ...schemas,
  })

export const get = by('GET')
export const post = by('POST')
export const put = by('PUT')
export const patch = by('PATCH')
export const remove = by('DELETE')
