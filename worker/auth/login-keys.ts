import { isSameSignature, isToken, keyedHash, mintToken } from './tokens.ts'

// A new pepper restarts all counts, and a known device counts as a stranger until its next login.

/** A keyed hash: the gate stores no emails. */
export function accountKey(env: Env, email: string): string {
  return keyedHash(env.PASSWORD_PEPPER, 'account', email)
}

export function networkKey(env: Env, network: string): string {
  return keyedHash(env.PASSWORD_PEPPER, 'network', network)
}

/** A browser is known to this many accounts: a bar's tablet goes from hand to hand. */
const ACCOUNTS_MAX = 8

/**
 * Returns the cookie of a browser, which is known to `account` from now on and to those of its `former`
 * cookie, the newest first. A device grants only its own count of tries, so that failures elsewhere cannot
 * lock it out.
 */
export function mintDevice(pepper: string, account: string, former = ''): string {
  const [device = '', ...signatures] = former.split('.').filter(isToken)
  const known = device || mintToken()
  const others = signatures.slice(0, ACCOUNTS_MAX - 1)
  return [known, signDevice(pepper, known, account), ...others].join('.')
}

/** Returns the device if the cookie's browser is known to the account. */
export function readDevice(pepper: string, account: string, cookie: string): string | null {
  const [device = '', ...signatures] = cookie.split('.')
  if (!isToken(device) || signatures.length > ACCOUNTS_MAX) return null
  const own = signDevice(pepper, device, account)
  return signatures.some((signature) => isSameSignature(signature, own)) ? device : null
}

function signDevice(pepper: string, device: string, account: string): string {
  return keyedHash(pepper, 'admin-device', `${device}:${account}`)
}
