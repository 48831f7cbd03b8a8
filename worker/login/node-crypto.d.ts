// The part of Node's module that passwords and tokens need. All of @types/node would tell the Worker's world of
// globals that workerd does not have.
declare module 'node:crypto' {
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
  interface Digest extends Uint8Array {
    toString(encoding?: 'base64url' | 'hex'): string
  }
  interface Hash {
    update(data: Uint8Array | string): Hash
    digest(): Digest
    digest(encoding: 'base64url'): string
  }
  export function createHmac(algorithm: 'sha256', key: string): Hash
  export function createHash(algorithm: 'sha256'): Hash
}
