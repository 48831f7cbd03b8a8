import fc from 'fast-check'
import * as v from 'valibot'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { API } from '#contract/paths.ts'
import {
  deviceKeyRequestSchema,
  editRequestSchema,
  enterRequestSchema,
} from '#contract/profile-form.ts'
import { saySchema } from '#contract/protocol.ts'
import { NOBODY } from '#test/client/room-socket.ts'
import { aLongFrame, anyText, aPile, spoiled } from '#test/fakes/generated.ts'
import { aProfile } from '#test/fakes/profile.ts'

/** Who is there to be named in what is sent. */
export interface Named {
  barId: string
  personId: string
  secret: string
}

const CRLF = '\r\n'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']
/** A profile is made twice as often as each of the others. */
const POSTED = [API.people, API.people, API.recognise, API.continue, ADMIN_API.session]
const READING = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND']
const SCHEMAS = [enterRequestSchema, deviceKeyRequestSchema, editRequestSchema]

/** Mostly what a page would send. */
function mostly<T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other })
}

const usually = (usual: string, ...others: string[]): fc.Arbitrary<string> =>
  mostly(fc.constant(usual), fc.constantFrom(...others))

/**
 * Requests that may read and never change anything: what could change something proves nobody.
 * Most are wrong in one way or two, so that they come as far as possible.
 */
export function aRequest(named: Named): fc.Arbitrary<Buffer> {
  const { barId } = named
  return fc
    .record({
      asked: fc.oneof(
        fc.constantFrom(...POSTED).map((path) => ['POST', path.replace(':barId', barId)] as const),
        fc.tuple(mostly(fc.constantFrom(...METHODS), aToken), aPath(named)),
      ),
      headers: mostly(fc.constant<string[]>([]), fc.array(aHeader, { maxLength: 3 })),
      host: usually('Host: 127.0.0.1', 'Host: evil.example', 'Host:', 'Host: a\r\nHost: b'),
      site: usually(
        'Sec-Fetch-Site: same-origin',
        'Sec-Fetch-Site: cross-site',
        'Origin: null',
        'X-Y: z',
      ),
      secret: mostly(fc.constant(named.secret), spoiled(named.secret)),
      type: usually('application/json', 'application/json; charset=utf-8', 'image/png', 'x'),
      body: aBody,
      framing: mostly(
        fc.constantFrom('length', 'chunked'),
        fc.constantFrom('both', 'short', 'long', 'broken'),
      ),
      cut: mostly(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    })
    .map(({ asked, headers, host, site, secret, type, body, framing, cut }) => {
      const [method, path] = asked
      const isReading = READING.includes(method)
      const proof = isReading ? secret : `${secret.slice(1)}x`
      const head = [
        `${method} ${path} HTTP/1.1`,
        host,
        site,
        `Authorization: Bearer ${oneLine(proof)}`,
        'Connection: close',
        ...headers.map(oneLine),
        ...(isReading ? [] : [`Content-Type: ${type}`, ...toFraming(framing, body.length)]),
      ]
      const sent = isReading ? Buffer.alloc(0) : toBody(framing, body)
      const bytes = Buffer.concat([Buffer.from(head.join(CRLF) + CRLF + CRLF, 'utf8'), sent])
      return bytes.subarray(0, Math.max(1, Math.ceil(bytes.length * cut)))
    })
}

const aToken = fc.constantFrom(
  'get',
  'TRACE',
  'CONNECT',
  'G\0T',
  '',
  'POST POST',
  'X'.repeat(9_000),
)

function aPath({ barId, personId }: Named): fc.Arbitrary<string> {
  const pathsOf = (bar: string) =>
    [...Object.values<string>(API), ...Object.values<string>(ADMIN_API)].map((path) =>
      path.replace(':barId', bar).replace(':personId', personId).replace(':sessionId', 'x'),
    )
  const query = fc.tuple(
    fc.constantFrom('before', 'after', 'epoch', 'number', 'frames', '__proto__'),
    fc.oneof(anyText.map(encode), fc.nat().map(String), fc.constant('%'), fc.constant('%ff')),
  )
  const path = fc.constantFrom(...pathsOf(barId))
  return fc.oneof(
    path,
    { weight: 3, arbitrary: fc.constantFrom(...pathsOf('no-bar')) },
    fc
      .tuple(path, fc.array(query, { maxLength: 3 }))
      .map(([path, parts]) => `${path}?${parts.map((part) => part.join('=')).join('&')}`),
    path.chain((path) => spoiled(path).map((other) => `/${encode(other)}`)),
    path.chain((path) => spoiled(path).map((other) => oneLine(other).replaceAll(' ', ''))),
    fc.constantFrom(
      '*',
      '//',
      '/api/../api/bars',
      'http://evil.example/api',
      `/${'a'.repeat(20_000)}`,
    ),
  )
}

const aHeader = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'Cookie',
        'Origin',
        'Range',
        'If-None-Match',
        'Accept-Encoding',
        'Upgrade',
        'Expect',
        'Sec-WebSocket-Protocol',
        'Sec-WebSocket-Key',
        'Sec-WebSocket-Extensions',
        'X-Brinde-Upgrade',
        'X-Brinde-Session',
        'CF-Connecting-IP',
        'X-Forwarded-For',
        'Authorization',
        'Content-Length',
        'Transfer-Encoding',
        'Content-Encoding',
        'TE',
      ),
      fc.oneof(
        anyText,
        fc.constantFrom(
          'websocket',
          'gzip',
          'chunked',
          '100-continue',
          '-1',
          '1e9',
          'bytes=0-0,-1',
          'brinde.v1',
          'brinde.v1, x',
          '__Host-admin=',
          `__Host-admin=${'A'.repeat(43)}`,
          '"x"',
          '127.0.0.1',
          '::1',
          '::',
          '[',
          '1:2:3:4:5:6:7:8:9',
          'x'.repeat(30_000),
        ),
      ),
    )
    .map(([name, value]) => `${name}: ${value}`),
  fc.constantFrom('no colon', ': no name', ' folded', 'A: b\0c', 'Ä: ö'),
)

const aForm = (changes: object = {}): string =>
  JSON.stringify({ ...aProfile({ attempt: NOBODY }), ...changes })

/** JSON that is nearly right, never what a route takes. */
const aBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .tuple(fc.string({ minLength: 1, maxLength: 9 }), fc.jsonValue())
    .map(([key, value]) => Buffer.from(aForm({ [`x${key}`]: value }))),
  spoiled(aForm())
    .filter((text) => !isTaken(text, SCHEMAS))
    .map((text) => Buffer.from(text)),
  fc
    .tuple(
      fc.constantFrom(...Object.keys(enterRequestSchema.entries)),
      fc.oneof(aPile, fc.jsonValue()),
    )
    .map(([key, value]) => Buffer.from(aForm({ [key]: value, x: 1 }))),
  fc.integer({ min: 1, max: 60_000 }).map((depth) => Buffer.from('['.repeat(depth))),
  fc.integer({ min: 1, max: 2_000_000 }).map((size) => Buffer.alloc(size, 'a')),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from([0xff, ...bytes])),
)

/** Whether it is JSON of one of these forms. */
function isTaken(text: string, schemas: readonly v.GenericSchema[]): boolean {
  try {
    const json: unknown = JSON.parse(text)
    return schemas.some((schema) => v.is(schema, json))
  } catch {
    return false
  }
}

function toFraming(framing: string, length: number): string[] {
  if (framing === 'short') return [`Content-Length: ${Math.max(0, length - 3)}`]
  if (framing === 'long') return [`Content-Length: ${length + 5}`]
  const said = `Content-Length: ${length}`
  if (framing === 'length') return [said]
  return ['Transfer-Encoding: chunked', ...(framing === 'both' ? [said] : [])]
}

function toBody(framing: string, body: Buffer): Buffer {
  if (framing !== 'chunked' && framing !== 'broken') return body
  const size = framing === 'chunked' ? `${body.length.toString(16)};x=y` : 'zz'
  return Buffer.concat([Buffer.from(size + CRLF), body, Buffer.from(`${CRLF}0${CRLF}${CRLF}`)])
}

/** The bytes of a few frames, the last of which may be cut. */
export function someFrames({ personId }: Named): fc.Arbitrary<Buffer> {
  const frame = fc.oneof(
    { weight: 6, arbitrary: aMessage(personId).map((text) => toFrame(1, Buffer.from(text))) },
    aLongFrame.map((text) => toFrame(1, Buffer.from(text))),
    anyBytes.map((bytes) => toFrame(2, bytes)),
    anyBytes.map((bytes) => toFrame(1, Buffer.from([0xc3, 0x28, ...bytes]))),
    fc
      .record({
        first: fc.nat(255),
        bytes: anyBytes,
        masked: fc.boolean(),
        claimed: fc.option(fc.constantFrom(0, 5, 126, 65_536, 2 ** 32, 2 ** 53), {
          nil: undefined,
        }),
      })
      .map(({ first, bytes, masked, claimed }) =>
        toFrame(first & 15, bytes, { first, masked, claimed }),
      ),
    fc.constantFrom(
      toFrame(8, Buffer.from([3])),
      toFrame(8, Buffer.from([0, 0])),
      toFrame(9, Buffer.alloc(126)),
    ),
  )
  return fc
    .tuple(fc.array(frame, { minLength: 1, maxLength: 3 }), fc.nat(9), fc.nat(30))
    .map(([frames, isCut, cut]) => {
      const bytes = Buffer.concat(frames)
      return isCut > 7 ? bytes.subarray(0, Math.max(1, bytes.length - cut)) : bytes
    })
}

const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))

/** Never a message that the room would store. */
function aMessage(personId: string): fc.Arbitrary<string> {
  const known = [
    { type: 'say', id: NOBODY, to: personId, text: 'oi' },
    { type: 'read', personId, through: 3 },
    { type: 'confirm', token: NOBODY },
    { type: 'page', after: { id: personId, online: true } },
    { type: 'search', text: 'a' },
    { type: 'find', personId },
  ].map((message) => JSON.stringify(message))
  const changed = fc
    .tuple(fc.constantFrom(...known), fc.jsonValue())
    .map(([text, value]) => text.replace(/:[^:]*\}$/, () => `:${JSON.stringify(value)}}`))
  return fc
    .oneof(
      { weight: 2, arbitrary: fc.constantFrom(...known).chain(spoiled) },
      { weight: 4, arbitrary: changed },
      aPile.map((text) => JSON.stringify({ type: 'search', text: text.slice(0, 2_000) })),
      fc.integer({ min: 1, max: 8_000 }).map((depth) => '['.repeat(depth)),
      anyText,
    )
    .filter((text) => !isTaken(text, [saySchema]))
}

interface FrameOptions {
  first?: number
  masked?: boolean
  /** A length that is not the payload's. */
  claimed?: number | undefined
}

function toFrame(opcode: number, payload: Buffer, options: FrameOptions = {}): Buffer {
  const { first = 0x80 | opcode, masked = true, claimed = payload.length } = options
  const flag = masked ? 0x80 : 0
  const mask = masked ? Buffer.from([1, 2, 3, 4]) : Buffer.alloc(0)
  let length = Buffer.from([flag | claimed])
  if (claimed > 65_535) {
    length = Buffer.alloc(9, flag | 127)
    length.writeBigUInt64BE(BigInt(claimed), 1)
  } else if (claimed > 125) {
    length = Buffer.from([flag | 126, claimed >> 8, claimed & 255])
  }
  const body = masked ? payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0)) : payload
  return Buffer.concat([Buffer.from([first]), length, mask, body])
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]/g, '')
}
