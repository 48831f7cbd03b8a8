// The parts of Node that the Worker uses. @types/node declares globals that workerd does not have.
declare module 'node:buffer' {
  export class Buffer extends Uint8Array<ArrayBuffer> {
    static byteLength(text: string): number
    static from(text: string, encoding: 'base64' | 'base64url'): Buffer
    static from(bytes: Uint8Array): Buffer
    override toString(encoding?: 'base64url' | 'hex'): string
  }
}

declare module 'node:crypto' {
  import type { Buffer } from 'node:buffer'

  interface ScryptOptions {
    N: number
    r: number
    p: number
    maxmem: number
  }
  export function scryptSync(
    password: string,
    salt: Uint8Array,
    bytes: number,
    options: ScryptOptions,
  ): Uint8Array
  export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean
  export function randomBytes(size: number): Buffer
  interface Hash {
    update(data: string | Uint8Array): Hash
    digest(): Buffer
    digest(encoding: 'base64url'): string
  }
  export function createHash(algorithm: 'sha256'): Hash
  interface Curve {
    setPrivateKey(key: string, encoding: 'base64url'): void
    getPublicKey(encoding: 'base64url'): string
  }
  export function createECDH(curve: 'prime256v1'): Curve
  export function createHmac(algorithm: 'sha256', key: string): Hash
}
