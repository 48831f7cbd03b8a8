import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { barIdSchema } from '#contract/bar-id.ts'
import { idSchema } from '#contract/id.ts'

/** What a signature is for: one made for another purpose never passes. */
type Purpose = 'visit' | 'device' | 'mark' | 'network' | 'person'

/** Whose visit a secret is, and until when. Times are milliseconds since 1970. */
export interface VisitClaim {
  barId: string
  personId: string
  expiresAt: number
}

/** Which profile a browser made, in which life of it. */
export interface DeviceClaim {
  barId: string
  personId: string
  /** When the profile was made: a later one under the same id is another profile. */
  madeAt: number
  /** The id of the browser's mark at that moment. */
  mark: string
}

/** What a browser is recognised by where its profile is gone. It names no person. */
export interface MarkClaim {
  barId: string
  id: string
  mintedAt: number
}

/** Which key signed. A second key gets the next number. */
const KEY_NUMBER = '1'
/** An HMAC-SHA-256 key below the length of its hash is weaker than the hash (RFC 2104). */
const KEY_BYTES_MIN = 32
const SECRET_BYTES = 32
const MARK_BYTES = 16

// Every character is legal in a header and in the name of a WebSocket subprotocol.
const VISIT_SECRET = /^(1\.([^.]{6})\.([^.]{36})\.([0-9a-z]{1,9})\.[\w-]{43})\.([\w-]{43})$/
const DEVICE_KEY = /^(1\.([^.]{6})\.([^.]{36})\.([0-9a-z]{1,9})\.([\w-]{22}))\.([\w-]{43})$/
const TOKEN = /^[\w-]{43}$/
const MARK = /^(1\.([^.]{6})\.([\w-]{22})\.([0-9a-z]{1,9}))\.([\w-]{43})$/

/**
 * A new secret of one visit: `key.bar.person.expiry.random.signature` with 256 random bits. The
 * signature lets the Worker refuse what was never minted here without waking the room.
 */
export function mintVisitSecret(key: string, { barId, personId, expiresAt }: VisitClaim): string {
  return toSigned(key, 'visit', [barId, personId, toText(expiresAt), randomText(SECRET_BYTES)])
}

/** Reads a secret that `key` signed, expired or not, with its hash; null for everything else. */
export function readVisitSecret(key: string, text: string): (VisitClaim & { hash: string }) | null {
  const [, payload = '', barId, personId, expiry = '', signature = ''] =
    VISIT_SECRET.exec(text) ?? []
  if (!v.is(barIdSchema, barId) || !v.is(idSchema, personId)) return null
  if (!isSigned(key, 'visit', payload, signature)) return null
  return { barId, personId, expiresAt: toNumber(expiry), hash: hashSecret(text) }
}

/** 256 random bits as base64url: an administrator's session, or a link that sets a password. */
export function mintToken(): string {
  return randomText(SECRET_BYTES)
}

/** Whether `text` has the form of such a token. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** SHA-256 of a secret or token, base64url. Storage holds nothing else of it. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/**
 * What the browser that makes a profile keeps: `key.bar.person.moment.mark.signature`. It opens no
 * socket; it proves who made the profile.
 */
export function mintDeviceKey(key: string, { barId, personId, madeAt, mark }: DeviceClaim): string {
  return toSigned(key, 'device', [barId, personId, toText(madeAt), mark])
}

/** The profile that a device key stands for; null for everything that `key` did not sign. */
export function readDeviceKey(key: string, text: string): DeviceClaim | null {
  const [, payload = '', barId, personId, moment = '', mark = '', signature = ''] =
    DEVICE_KEY.exec(text) ?? []
  if (!v.is(barIdSchema, barId) || !v.is(idSchema, personId)) return null
  if (!isSigned(key, 'device', payload, signature)) return null
  return { barId, personId, madeAt: toNumber(moment), mark }
}

/** The id of a new mark: 128 random bits. */
export function mintMarkId(): string {
  return randomText(MARK_BYTES)
}

/** What a browser keeps when its profile is gone: `key.bar.id.moment.signature`. */
export function mintMark(key: string, { barId, id, mintedAt }: MarkClaim): string {
  return toSigned(key, 'mark', [barId, id, toText(mintedAt)])
}

/** Reads a mark that `key` signed, however old; null for everything else. */
export function readMark(key: string, text: string): MarkClaim | null {
  const [, payload = '', barId, id = '', moment = '', signature = ''] = MARK.exec(text) ?? []
  if (!v.is(barIdSchema, barId) || !isSigned(key, 'mark', payload, signature)) return null
  return { barId, id, mintedAt: toNumber(moment) }
}

/** A network's name for counting in one bar: the address cannot be read off it. */
export function hashNetwork(key: string, barId: string, network: string): string {
  return sign(key, 'network', `${barId}.${network}`).toString('base64url')
}

/**
 * The id of the person that an attempt makes: a UUID that nobody can foresee or choose. The same
 * attempt makes the same id as long as the room keeps its salt.
 */
export function toPersonId(key: string, salt: string, attempt: string): string {
  const hex = sign(key, 'person', `${salt}.${attempt}`).toString('hex')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`]
  return [...groups, variant + hex.slice(17, 20), hex.slice(20, 32)].join('-')
}

function toSigned(key: string, purpose: Purpose, parts: readonly string[]): string {
  const payload = [KEY_NUMBER, ...parts].join('.')
  return `${payload}.${sign(key, purpose, payload).toString('base64url')}`
}

function isSigned(key: string, purpose: Purpose, payload: string, signature: string): boolean {
  return isSameSignature(signature, sign(key, purpose, payload).toString('base64url'))
}

/** Compares in constant time, and texts, so that a signature has one spelling. */
export function isSameSignature(signature: string, expected: string): boolean {
  const encoder = new TextEncoder()
  const [one, other] = [encoder.encode(signature), encoder.encode(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

let checked: string | null = null

function sign(key: string, purpose: Purpose, text: string) {
  if (key !== checked) {
    if (new TextEncoder().encode(key).length < KEY_BYTES_MIN) {
      throw new Error(`VISIT_SIGNING_KEY is shorter than ${KEY_BYTES_MIN} bytes: set a longer one.`)
    }
    checked = key
  }
  return createHmac('sha256', key).update(`${purpose}:${text}`).digest()
}

function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

function toText(moment: number): string {
  return moment.toString(36)
}

function toNumber(moment: string): number {
  return Number.parseInt(moment, 36)
}
