import { keyedHash } from './keyed-hash.ts'
import { isToken, mintToken } from './token.ts'

/**
 * What a browser keeps after it has signed in: `random.signature`. It opens nothing. It only has
 * tries of its own, so that nobody can keep an administrator out by failing on purpose.
 */
export function mintDevice(pepper: string, account: string): string {
  const device = mintToken()
  return `${device}.${sign(pepper, device, account)}`
}

/** The device's name, where it has signed in to this account before; otherwise null. */
export function readDevice(pepper: string, account: string, text: string): string | null {
  const [device = '', signature = '', ...more] = text.split('.')
  if (more.length > 0 || !isToken(device)) return null
  return isSame(signature, sign(pepper, device, account)) ? device : null
}

function sign(pepper: string, device: string, account: string): string {
  return keyedHash(pepper, 'admin-device', `${device}:${account}`)
}

/** In a time that does not tell how much is right. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < other.length; at += 1) {
    difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  }
  return difference === 0
}
