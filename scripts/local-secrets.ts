import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { whyUnusable } from '#worker/auth/keys.ts'
import { isUnusableVapidKey } from '#worker/notices/vapid.ts'
import { inRoot, SECRETS_FILE } from './paths.ts'
import { UserError } from './user-error.ts'

const SECRET_BYTES = 32

/** The names that wrangler.toml's [secrets] table requires: the one list of them. */
export function readSecretNames(toml = readFileSync(inRoot('wrangler.toml'), 'utf8')): string[] {
  const list = /^\[secrets\][^[]*?^required\s*=\s*\[([^\]]*)\]/m.exec(toml)?.[1]
  if (list === undefined) throw new UserError('wrangler.toml has no [secrets] required list.')
  return [...list.matchAll(/"([A-Z0-9_]+)"/g)].map(([, name = '']) => name)
}

/** A sentence where the secret of this name is of no use. */
export function whyUnusableAs(name: string, secret: string): string | null {
  if (name !== 'VAPID_PRIVATE_KEY') return whyUnusable(secret)
  return isUnusableVapidKey(secret) ? 'It is neither 43 characters of base64url nor "off".' : null
}

/** A new value for a secret. */
export const makeSecret = (bytes = SECRET_BYTES): string => randomBytes(bytes).toString('base64url')

/**
 * Gives each required secret that .dev.vars lacks a random value; existing ones stay. Throws a UserError if
 * one of them is unusable. Only the file's owner may read it.
 */
export function makeLocalSecrets(file = SECRETS_FILE, names = readSecretNames()): void {
  const exists = existsSync(file)
  // The mode of `writeFileSync` is that of a new file alone.
  if (exists) chmodSync(file, 0o600)
  const present = exists ? readFileSync(file, 'utf8') : ''
  const find = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(present)?.[1]
  const missing = names.filter((name) => find(name) === undefined)
  for (const name of names) {
    const secret = find(name)
    const problem = secret ? whyUnusableAs(name, secret.trim()) : null
    if (problem) throw new UserError(`.dev.vars: ${name} is unusable. ${problem}`)
  }
  if (missing.length === 0) return
  const lines = missing.map((name) => `${name}=${makeSecret()}`)
  const start = present === '' || present.endsWith('\n') ? present : `${present}\n`
  writeFileSync(file, `${start}${lines.join('\n')}\n`, { mode: 0o600 })
}
