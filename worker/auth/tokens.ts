import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { barIdSchema } from '#contract/bar-id.ts'
import { ENTRY_CODE_DIGITS } from '#contract/entry-code.ts'
import { idSchema } from '#contract/id.ts'
import { findKey, readKeys } from './keys.ts'

/** A signature or keyed hash for one purpose is never valid for another. */
type Purpose =
  | 'visit'
  | 'device'
  | 'mark'
  | 'network'
  | 'entry-code'
  | 'session'
  | 'passkey'
  | 'account'
  | 'admin-device'
  | 'topic'

/** Times in this file are milliseconds since 1970. */
export interface VisitClaim {
  barId: string
  personId: string
  expiresAt: number
}

export interface DeviceClaim {
  barId: string
  personId: string
  madeAt: number
  mark: string
}

/** Recognises a browser after its profile is gone. It names no person. */
export interface MarkClaim {
  barId: string
  id: string
  mintedAt: number
}

const SECRET_BYTES = 32
const MARK_BYTES = 16

// All characters are legal in headers and WebSocket subprotocols. The key's number comes first.
const VISIT_SECRET = /^(\d{1,3}\.([^.]{6})\.([^.]{36})\.([0-9a-z]{1,9})\.[\w-]{43})\.([\w-]{43})$/
const DEVICE_KEY = /^(\d{1,3}\.([^.]{6})\.([^.]{36})\.([0-9a-z]{1,9})\.([\w-]{22}))\.([\w-]{43})$/
const TOKEN = /^[\w-]{43}$/
const SESSION = /^(\d{1,3}\.[\w-]{43})\.([\w-]{43})$/
const CHALLENGE = /^(\d{1,3}\.([0-9a-z]{1,9})\.[\w-]{43})\.([\w-]{43})$/
const MARK = /^(\d{1,3}\.([^.]{6})\.([\w-]{22})\.([0-9a-z]{1,9}))\.([\w-]{43})$/

/** Ends with a signature, so that the Worker refuses forged secrets without waking the room. */
export function mintVisitSecret(key: string, { barId, personId, expiresAt }: VisitClaim): string {
  return toSigned(key, 'visit', [barId, personId, toText(expiresAt), randomText(SECRET_BYTES)])
}

/** Accepts expired secrets. Returns null without a valid signature. */
export function readVisitSecret(key: string, text: string): (VisitClaim & { hash: string }) | null {
  const [, payload = '', barId, personId, expiry = '', signature = ''] =
    VISIT_SECRET.exec(text) ?? []
  if (!v.is(barIdSchema, barId) || !v.is(idSchema, personId)) return null
  if (!isSigned(key, 'visit', payload, signature)) return null
  return { barId, personId, expiresAt: toNumber(expiry), hash: hashSecret(text) }
}

export function mintToken(): string {
  return randomText(SECRET_BYTES)
}

export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** Ends with a signature, so that a made-up cookie costs no query to D1. */
export function mintSessionToken(key: string, random: string = mintToken()): string {
  return toSigned(key, 'session', [random])
}

export function isSessionToken(key: string, text: string): boolean {
  const [, payload = '', signature = ''] = SESSION.exec(text) ?? []
  return isSigned(key, 'session', payload, signature)
}

/** Only the browser stores the challenge. The passkey signs its hash. */
export function mintChallenge(key: string, now: number): string {
  return toSigned(key, 'passkey', [toText(now), randomText(SECRET_BYTES)])
}

/** Returns null without a valid signature. */
export function readChallenge(key: string, text: string): { mintedAt: number } | null {
  const [, payload = '', moment = '', signature = ''] = CHALLENGE.exec(text) ?? []
  return isSigned(key, 'passkey', payload, signature) ? { mintedAt: toNumber(moment) } : null
}

/** SHA-256 in base64url. Only the hash of a secret or token is stored. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Proves that this browser made the profile. It opens no socket. */
export function mintDeviceKey(key: string, { barId, personId, madeAt, mark }: DeviceClaim): string {
  return toSigned(key, 'device', [barId, personId, toText(madeAt), mark])
}

export function readDeviceKey(key: string, text: string): DeviceClaim | null {
  const [, payload = '', barId, personId, moment = '', mark = '', signature = ''] =
    DEVICE_KEY.exec(text) ?? []
  if (!v.is(barIdSchema, barId) || !v.is(idSchema, personId)) return null
  if (!isSigned(key, 'device', payload, signature)) return null
  return { barId, personId, madeAt: toNumber(moment), mark }
}

export function mintMarkId(): string {
  return randomText(MARK_BYTES)
}

export function mintMark(key: string, { barId, id, mintedAt }: MarkClaim): string {
  return toSigned(key, 'mark', [barId, id, toText(mintedAt)])
}

export function readMark(key: string, text: string): MarkClaim | null {
  const [, payload = '', barId, id = '', moment = '', signature = ''] = MARK.exec(text) ?? []
  if (!v.is(barIdSchema, barId) || !isSigned(key, 'mark', payload, signature)) return null
  return { barId, id, mintedAt: toNumber(moment) }
}

/** Counts a network in one bar without storing its address. */
export function hashNetwork(key: string, barId: string, network: string): string {
  return keyedHash(key, 'network', `${barId}.${network}`)
}

/** Six digits for one night of one bar. The code is derived, so that an empty bar stores nothing. */
export function toEntryCode(key: string, barId: string, night: number, renewals: number): string {
  const signature = sign(key, 'entry-code', `${barId}.${night}.${renewals}`).toString('hex')
  // 48 bits make all codes equally likely.
  const digits = Number.parseInt(signature.slice(0, 12), 16) % 10 ** ENTRY_CODE_DIGITS
  return String(digits).padStart(ENTRY_CODE_DIGITS, '0')
}

function toSigned(secret: string, purpose: Purpose, parts: readonly string[]): string {
  const { number, text } = readKeys(secret).current
  const payload = [number, ...parts].join('.')
  return `${payload}.${hmac(text, purpose, payload).toString('base64url')}`
}

function isSigned(secret: string, purpose: Purpose, payload: string, signature: string): boolean {
  const key = findKey(secret, payload.slice(0, payload.indexOf('.')))
  if (!key) return false
  return isSameSignature(signature, hmac(key.text, purpose, payload).toString('base64url'))
}

/** Compares in constant time, and as text, so that a signature has one spelling. */
export function isSameSignature(signature: string, expected: string): boolean {
  const encoder = new TextEncoder()
  const [one, other] = [encoder.encode(signature), encoder.encode(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Names something without storing it: base64url, keyed with the current key, and lost with it. */
export function keyedHash(secret: string, purpose: Purpose, text: string): string {
  return sign(secret, purpose, text).toString('base64url')
}

function sign(secret: string, purpose: Purpose, text: string) {
  return hmac(readKeys(secret).current.text, purpose, text)
}

/** HMAC-SHA-256. */
export function hmac(key: string, purpose: Purpose, text: string) {
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
