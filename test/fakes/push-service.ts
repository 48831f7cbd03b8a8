import { Buffer } from 'node:buffer'
import type { Subscription } from '#contract/notices.ts'

/** A browser's side of a push subscription: what a push service and the browser know of it. */
export interface Subscriber {
  subscription: Subscription
  /** Decrypts the text of a notice (RFC 8291). Throws if it was not encrypted for this browser. */
  read: (body: ArrayBuffer) => Promise<string>
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const SALT_BYTES = 16
const HEADER_BYTES = 21
const POINT_BYTES = 65

/** RFC 8291 in the other direction, by WebCrypto alone: runs in workerd and in Node. */
export async function aSubscriber(endpoint: string): Promise<Subscriber> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  if (!('privateKey' in pair)) throw new Error('no pair of keys')
  const point = await crypto.subtle.exportKey('raw', pair.publicKey)
  if (!(point instanceof ArrayBuffer)) throw new Error('no point')
  const publicKey = new Uint8Array(point)
  const auth = crypto.getRandomValues(new Uint8Array(16))
  return {
    subscription: {
      endpoint,
      p256dh: Buffer.from(publicKey).toString('base64url'),
      auth: Buffer.from(auth).toString('base64url'),
    },
    async read(body) {
      const bytes = new Uint8Array(body)
      const salt = bytes.slice(0, SALT_BYTES)
      if (bytes[HEADER_BYTES - 1] !== POINT_BYTES) throw new Error('no key of a sender')
      const sender = bytes.slice(HEADER_BYTES, HEADER_BYTES + POINT_BYTES)
      const sealed = bytes.slice(HEADER_BYTES + POINT_BYTES)
      const their = await crypto.subtle.importKey('raw', sender, CURVE, false, [])
      // workerd's types have another name for `public`.
      const agreement = { name: 'ECDH', public: their }
      const shared = await crypto.subtle.deriveBits(agreement, pair.privateKey, 256)
      const info = join(toBytes('WebPush: info\0'), publicKey, sender)
      const secret = await hkdf(auth, shared, info, 32)
      const key = await hkdf(salt, secret, toBytes('Content-Encoding: aes128gcm\0'), 16)
      const iv = await hkdf(salt, secret, toBytes('Content-Encoding: nonce\0'), 12)
      const opener = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
      const padded = new Uint8Array(
        await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, opener, sealed),
      )
      const end = padded.findLastIndex((byte) => byte !== 0)
      if (padded[end] !== 2) throw new Error('the record is not the last one')
      return new TextDecoder().decode(padded.slice(0, end))
    },
  }
}

/** Checks the signature by the key that the header names (RFC 8292). */
export async function readVapid(authorization: string) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const raw = Buffer.from(publicKey, 'base64url')
  const key = await crypto.subtle.importKey('raw', raw, curve, false, ['verify'])
  const isSigned = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    Buffer.from(signature, 'base64url'),
    toBytes(`${header}.${claims}`),
  )
  if (!isSigned) throw new Error('not signed by the key that it names')
  const parse = (part: string) =>
    JSON.parse(new TextDecoder().decode(Buffer.from(part, 'base64url')))
  return { header: parse(header), claims: parse(claims), publicKey }
}

async function hkdf(
  salt: Uint8Array<ArrayBuffer>,
  secret: ArrayBuffer,
  info: Uint8Array<ArrayBuffer>,
  bytes: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8)
}

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text))
}
