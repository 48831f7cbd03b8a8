import * as v from 'valibot'
import { barIdSchema } from '#contract/bar-id.ts'
import { idSchema } from '#contract/id.ts'
import { toBase64Url } from '#worker/rim/base64url.ts'
import { isSigned, sign } from './signing.ts'

/** Whose visit a secret is, and until when. Times are milliseconds since 1970. */
export interface VisitClaim {
  barId: string
  personId: string
  expiresAt: number
}

const RANDOM_BYTES = 32
const encoder = new TextEncoder()

// Every character is legal in a header and in the name of a WebSocket subprotocol.
const SECRET = /^(([^.]{6})\.([^.]{36})\.([0-9a-z]{1,9})\.[\w-]{43})\.([\w-]{43})$/

/**
 * A new secret of one visit: `bar.person.expiry.random.signature` with 256 random bits and an
 * HMAC-SHA-256. The signature lets the Worker refuse what was never minted here without waking
 * the room; the room keeps `hashVisitSecret` of the whole.
 */
export async function mintVisitSecret(key: string, claim: VisitClaim): Promise<string> {
  const random = toBase64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)))
  const payload = [claim.barId, claim.personId, claim.expiresAt.toString(36), random].join('.')
  return `${payload}.${await sign(key, 'visit', payload)}`
}

/** Reads a secret that `key` signed, expired or not; null for everything else. */
export async function readVisitSecret(
  key: string,
  text: string,
): Promise<(VisitClaim & { hash: string }) | null> {
  const [, payload = '', barId, personId, expiry = '', signature = ''] = SECRET.exec(text) ?? []
  if (!v.is(barIdSchema, barId) || !v.is(idSchema, personId)) return null
  if (!(await isSigned(key, 'visit', payload, signature))) return null
  const hash = await hashVisitSecret(text)
  return { barId, personId, expiresAt: Number.parseInt(expiry, 36), hash }
}

/** SHA-256 of a whole secret, base64url: what may be stored. */
export async function hashVisitSecret(secret: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(secret))))
}
