import { isSameSignature, isToken, keyedHash, mintToken } from './tokens.ts'

// A new pepper restarts all counts, and a known device counts as a stranger until its next login.

/** A keyed hash: the gate stores no emails. */
export function accountKey(env: Env, email: string): string {
  return keyedHash(env.PASSWORD_PEPPER, 'account', email)
}

export function networkKey(env: Env, network: string): string {
  return keyedHash(env.PASSWORD_PEPPER, 'network', network)
}

/** A device grants only its own count of tries, so that failures elsewhere cannot lock it out. */
export function mintDevice(pepper: string, account: string): string {
  const device = mintToken()
  return `${device}.${signDevice(pepper, device, account)}`
}

export function readDevice(pepper: string, account: string, text: string): string | null {
  const [device = '', signature = '', ...more] = text.split('.')
  if (more.length > 0 || !isToken(device)) return null
  return isSameSignature(signature, signDevice(pepper, device, account)) ? device : null
}

function signDevice(pepper: string, device: string, account: string): string {
  return keyedHash(pepper, 'admin-device', `${device}:${account}`)
}
