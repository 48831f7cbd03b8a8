import type { Context } from 'hono'
import * as v from 'valibot'
import { toBarId } from '#contract/bar-address.ts'
import { CodedError } from '#contract/errors.ts'
import { idSchema } from '#contract/id.ts'
import { LIMITS } from '#contract/limits.ts'
import { PICTURE_TYPES } from '#contract/person.ts'
import { concatBytes } from '#worker/media/bytes.ts'

const JSON_TYPE = /^application\/json(?:\s*;\s*charset=(?:utf-8|"utf-8"))?$/i

interface JsonBody {
  type?: RegExp
  maxBytes?: number
}

/** Reads the `next` of the page before (worker/db/page.ts): so many numbers, then an id. */
export function cursorSchema(numbers: 1 | 2) {
  const shape = new RegExp(`^(?:\\d{1,15}\\.){${numbers}}[\\dA-Za-f-]{6,36}$`)
  return v.exactOptional(v.pipe(v.string(), v.regex(shape)))
}

/** Throws `unsupported_media_type`, `too_large` or `invalid_request`, which name fields, never values. */
export async function readJsonBody<S extends v.GenericSchema>(
  request: Request,
  schema: S,
  { type = JSON_TYPE, maxBytes = LIMITS.requestBytes }: JsonBody = {},
): Promise<v.InferOutput<S>> {
  if (!type.test(request.headers.get('Content-Type') ?? '')) {
    throw new CodedError('unsupported_media_type', 'send application/json')
  }
  return parseInput(schema, parseJson(await readText(request, maxBytes)))
}

/** Throws `unsupported_media_type` and `too_large`. The content is checked later. */
export async function readPictureBody(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const said = request.headers.get('Content-Type')
  if (!PICTURE_TYPES.some((type) => type === said)) {
    throw new CodedError('unsupported_media_type', `send ${PICTURE_TYPES.join(', ')}`)
  }
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of piecesOf(request)) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw new CodedError('too_large')
    pieces.push(piece)
  }
  return concatBytes(pieces)
}

export function barIdOf(c: Context): string {
  const barId = toBarId(c.req.param('barId') ?? '')
  if (!barId) throw new CodedError('bar_not_found')
  return barId
}

/** Reads an id from the path. Throws `person_not_found` or `not_found` for other text. */
export function idOf(
  c: Context,
  name: 'personId' | 'reportId' | 'accountId' | 'invitationId' | 'passkeyId',
): string {
  const id = c.req.param(name)
  if (!v.is(idSchema, id))
    throw new CodedError(name === 'personId' ? 'person_not_found' : 'not_found')
  return id
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CodedError('invalid_request', 'the body is not JSON')
  }
}

export function parseInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const fields = result.issues.map((issue) => nameField(schema, issue))
  throw new CodedError('invalid_request', `invalid: ${[...new Set(fields)].join(', ')}`)
}

/** Unknown keys are the client's own text, so they are not repeated. */
function nameField(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): string {
  const key = issue.path?.[0]?.key
  if (key === undefined) return 'the body'
  const known = 'entries' in schema && Object.hasOwn(Object(schema.entries), String(key))
  return known ? String(key) : 'an unknown field'
}

/** middleware/drain-body.ts reads the rest of a refused body. */
const piecesOf = ({ body }: Request) => body?.values({ preventCancel: true }) ?? []

/** Counts while reading: `Content-Length` is not trusted. */
async function readText(request: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let text = ''
  let bytes = 0
  try {
    for await (const chunk of piecesOf(request)) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new CodedError('too_large')
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof CodedError) throw error
    // The client caused it: the connection broke, or the framing is invalid.
    const what = error instanceof TypeError ? 'is not UTF-8' : 'broke off'
    throw new CodedError('invalid_request', `the body ${what}`)
  }
}
