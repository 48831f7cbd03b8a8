import { Buffer } from 'node:buffer'
import type { Assertion, NewPasskeyRequest } from '#contract/passkeys.ts'
import { ORIGIN } from './requests.ts'

interface Ceremony {
  origin?: string
  rpId?: string
  /** User verified. */
  verified?: boolean
}

const [PRESENT, VERIFIED, ELIGIBLE, BACKED_UP, ATTESTED] = [0x01, 0x04, 0x08, 0x10, 0x40]
const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** A passkey in software (WebAuthn Level 3, ES256, no attestation), as a browser would answer. */
export class Authenticator {
  readonly credentialId = toText(crypto.getRandomValues(new Uint8Array(16)))
  readonly #keys: CryptoKeyPair
  /** Synced passkeys never count. */
  counter = 0

  private constructor(keys: CryptoKeyPair) {
    this.#keys = keys
  }

  static async make(): Promise<Authenticator> {
    const keys = await crypto.subtle.generateKey(ES256, true, ['sign', 'verify'])
    if (!('privateKey' in keys)) throw new Error('no pair')
    return new Authenticator(keys)
  }

  async create(challenge: string, ceremony: Ceremony = {}): Promise<NewPasskeyRequest> {
    const id = Buffer.from(this.credentialId, 'base64url')
    const data = await this.#data(ceremony, ATTESTED)
    const key = concat(new Uint8Array(16), [0, id.length], id, await this.#publicKey())
    const authData = concat(data, key)
    const attestation = concat(
      [0xa3, ...text('fmt'), ...text('none'), ...text('attStmt'), 0xa0, ...text('authData')],
      [0x59, authData.length >> 8, authData.length & 0xff],
      authData,
    )
    return {
      credentialId: this.credentialId,
      clientData: toText(clientData('webauthn.create', challenge, ceremony)),
      attestation: toText(attestation),
      transports: ['internal'],
    }
  }

  async get(challenge: string, ceremony: Ceremony = {}): Promise<Assertion> {
    const data = await this.#data(ceremony)
    const client = clientData('webauthn.get', challenge, ceremony)
    const signed = concat(data, await sha256(client))
    const raw = new Uint8Array(await crypto.subtle.sign(ES256, this.#keys.privateKey, signed))
    return {
      credentialId: this.credentialId,
      clientData: toText(client),
      authenticatorData: toText(data),
      signature: toText(toDer(raw)),
    }
  }

  async #data({ rpId, verified = true }: Ceremony, more = 0): Promise<Uint8Array<ArrayBuffer>> {
    const hash = await sha256(
      concat([...new TextEncoder().encode(rpId ?? new URL(ORIGIN).hostname)]),
    )
    const flags = PRESENT | (verified ? VERIFIED : 0) | ELIGIBLE | BACKED_UP | more
    return concat(hash, [flags, 0, 0, 0, this.counter])
  }

  /** COSE. */
  async #publicKey(): Promise<Uint8Array<ArrayBuffer>> {
    const exported = await crypto.subtle.exportKey('raw', this.#keys.publicKey)
    if (!(exported instanceof ArrayBuffer)) throw new Error('not raw')
    const point = new Uint8Array(exported)
    const [x, y] = [point.slice(1, 33), point.slice(33)]
    return concat([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32], x, [0x22, 0x58, 32], y)
  }
}

function clientData(
  type: string,
  challenge: string,
  { origin = ORIGIN }: Ceremony,
): Uint8Array<ArrayBuffer> {
  const json = JSON.stringify({ type, challenge, origin, crossOrigin: false })
  return new Uint8Array(new TextEncoder().encode(json))
}

/** CBOR. */
function text(word: string): number[] {
  return [0x60 + word.length, ...new TextEncoder().encode(word)]
}

function toDer(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const integer = (bytes: Uint8Array) => {
    const short = [...bytes.slice(bytes.findIndex((byte) => byte !== 0))]
    const unsigned = (short[0] ?? 0) > 0x7f ? [0, ...short] : short
    return [2, unsigned.length, ...unsigned]
  }
  const body = [...integer(raw.slice(0, 32)), ...integer(raw.slice(32))]
  return concat([0x30, body.length, ...body])
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function concat(...parts: (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]))
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
