import * as v from 'valibot'
import { barIdSchema } from '#contract/bar-id.ts'
import { idSchema } from '#contract/id.ts'
import { fromBase64Url, toBase64Url } from '#worker/rim/base64url.ts'

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
  const signature = await crypto.subtle.sign('HMAC', await importKey(key), toSigned(payload))
  return `${payload}.${toBase64Url(new Uint8Array(signature))}`
}

/** Reads a secret that `key` signed, expired or not; null for everything else. */
export async function readVisitSecret(
  key: string,
  text: string,
): Promise<(VisitClaim & { hash: string }) | null> {
  const [, payload = '', barId, personId, expiry = '', signatureText = ''] = SECRET.exec(text) ?? []
  if (!v.is(barIdSchema, barId) || !v.is(idSchema, personId)) return null
  const signature = fromBase64Url(signatureText)
  if (!signature) return null
  const signed = await crypto.subtle.verify(
    'HMAC',
    await importKey(key),
    signature,
    toSigned(payload),
  )
  if (!signed) return null
  const hash = await hashVisitSecret(text)
  return { barId, personId, expiresAt: Number.parseInt(expiry, 36), hash }
}

/** SHA-256 of a whole secret, base64url: what may be stored. */
export async function hashVisitSecret(secret: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(secret))))
}

// The prefix keeps a signature of another kind of text from ever passing for a visit's.
function toSigned(payload: string): Uint8Array {
  return encoder.encode(`visit:${payload}`)
}

let imported: { text: string; key: CryptoKey } | undefined

async function importKey(text: string): Promise<CryptoKey> {
  if (imported?.text === text) return imported.key
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const usages = ['sign', 'verify']
  const key = await crypto.subtle.importKey('raw', encoder.encode(text), algorithm, false, usages)
  imported = { text, key }
  return key
}
