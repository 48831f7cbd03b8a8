import { createHmac } from 'node:crypto'
import { isSameSignature, isToken, mintToken } from './tokens.ts'

/** HMAC-SHA-256, base64url. `purpose` keeps a hash made for one use from passing for another. */
function keyedHash(pepper: string, purpose: string, text: string): string {
  return createHmac('sha256', pepper).update(`${purpose}:${text}`).digest('base64url')
}

/** The login gate's key of an account. A stranger's guess at an email is not stored as text. */
export function accountKey(env: Env, email: string): string {
  return keyedHash(env.PASSWORD_PEPPER, 'account', email)
}

/** The login gate's key of a network. */
export function networkKey(env: Env, network: string): string {
  return keyedHash(env.PASSWORD_PEPPER, 'network', network)
}

/**
 * The cookie of a browser that has signed in: `random.signature`. It opens nothing. It gives the
 * browser tries of its own, so that failing on purpose cannot lock an administrator out.
 */
export function mintDevice(pepper: string, account: string): string {
  const device = mintToken()
  return `${device}.${signDevice(pepper, device, account)}`
}

/** The device's id if it has signed in to this account before; otherwise null. */
export function readDevice(pepper: string, account: string, text: string): string | null {
  const [device = '', signature = '', ...more] = text.split('.')
  if (more.length > 0 || !isToken(device)) return null
  return isSameSignature(signature, signDevice(pepper, device, account)) ? device : null
}

function signDevice(pepper: string, device: string, account: string): string {
  return keyedHash(pepper, 'admin-device', `${device}:${account}`)
}
