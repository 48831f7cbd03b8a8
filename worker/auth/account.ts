import { keyedHash } from './keyed-hash.ts'

/** What the gate calls an account: from the email, which is not stored for strangers' guesses. */
export function accountKey(env: Env, email: string): string {
  return keyedHash(env.PASSWORD_PEPPER, 'account', email)
}

/** What the gate calls a network. */
export function networkKey(env: Env, network: string): string {
  return keyedHash(env.PASSWORD_PEPPER, 'network', network)
}
