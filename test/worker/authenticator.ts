import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoBase64URL, isoCBOR, isoUint8Array } from '@simplewebauthn/server/helpers'
import type { Assertion, NewPasskeyRequest } from '#contract/passkeys.ts'
import { ORIGIN } from './requests.ts'

/** Functions of Node that the product itself does not use (worker/node.d.ts). */
declare module 'node:crypto' {
  export function generateKeyPairSync(
    type: 'ec',
    options: { namedCurve: 'P-256' },
  ): { privateKey: object; publicKey: { export(as: { format: 'jwk' }): { x: string; y: string } } }
  export function sign(hash: 'sha256', data: Uint8Array, key: object): Uint8Array<ArrayBuffer>
}

interface Ceremony {
  origin?: string
  rpId?: string
  /** User verified. */
  verified?: boolean
}

const [PRESENT, VERIFIED, ELIGIBLE, BACKED_UP, ATTESTED] = [0x01, 0x04, 0x08, 0x10, 0x40]

const { concat, fromUTF8String } = isoUint8Array
const { fromBuffer, toBuffer } = isoBase64URL

/** A passkey in software (WebAuthn Level 3, ES256, no attestation), as a browser would answer. */
export class Authenticator {
  readonly credentialId = randomBytes(16).toString('base64url')
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  /** Synced passkeys never count. */
  counter = 0

  async create(challenge: string, ceremony: Ceremony = {}): Promise<NewPasskeyRequest> {
    const id = toBuffer(this.credentialId)
    const model = new Uint8Array(16)
    const data = this.#data(ceremony, ATTESTED)
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', concat([data, model, new Uint8Array([0, id.length]), id, this.#publicKey()])],
    ])
    return {
      credentialId: this.credentialId,
      clientData: fromBuffer(clientData('webauthn.create', challenge, ceremony)),
      attestation: fromBuffer(isoCBOR.encode(attestation)),
      transports: ['internal'],
    }
  }

  async get(challenge: string, ceremony: Ceremony = {}): Promise<Assertion> {
    const data = this.#data(ceremony)
    const client = clientData('webauthn.get', challenge, ceremony)
    const signed = concat([data, sha256(client)])
    return {
      credentialId: this.credentialId,
      clientData: fromBuffer(client),
      authenticatorData: fromBuffer(data),
      signature: fromBuffer(sign('sha256', signed, this.#keys.privateKey)),
    }
  }

  #data({ rpId = new URL(ORIGIN).hostname, verified = true }: Ceremony, more = 0) {
    const flags = PRESENT | (verified ? VERIFIED : 0) | ELIGIBLE | BACKED_UP | more
    return concat([sha256(rpId), new Uint8Array([flags, 0, 0, 0, this.counter])])
  }

  /** COSE: an elliptic key for ES256 on P-256, and its point. */
  #publicKey() {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, toBuffer(x)],
      [-3, toBuffer(y)],
    ])
    return isoCBOR.encode(key)
  }
}

const clientData = (type: string, challenge: string, { origin = ORIGIN }: Ceremony) =>
  fromUTF8String(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
