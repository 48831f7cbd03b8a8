// The part of Node's module that passwords need. All of @types/node would tell the Worker's world of
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
  interface Hmac {
    update(data: Uint8Array): Hmac
    digest(): Uint8Array
  }
  export function createHmac(algorithm: 'sha256', key: string): Hmac
}
