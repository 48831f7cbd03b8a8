import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { toEmail } from '#contract/email.ts'
import { LIMITS } from '#contract/limits.ts'
import { hashPassword, isCommonPassword } from '#worker/login/password.ts'
import { SECRETS_FILE } from './paths.ts'
import { Refusal } from './refusal.ts'

const GENERATED_BYTES = 15

/** An address as the login reads it. Only what `toEmail` has let through gets into SQL. */
export function readEmail(text: string | undefined): string {
  const email = toEmail(text ?? '')
  if (email === null || email.includes("'"))
    throw new Refusal(`"${text ?? ''}" is no email address.`)
  return email
}

/** The rules that a link's page has, for a password that is typed here. */
export function refuseWeakPassword(password: string): void {
  if ([...password].length < LIMITS.passwordCharactersMin) {
    throw new Refusal(`A password has at least ${LIMITS.passwordCharactersMin} characters.`)
  }
  if (password.length > LIMITS.passwordCharacters) throw new Refusal('This password is too long.')
  if (isCommonPassword(password)) {
    throw new Refusal('This password is one of those that everybody tries first. Choose another.')
  }
}

/** 120 random bits, in groups that can be read aloud. */
export function generatePassword(): string {
  const text = randomBytes(GENERATED_BYTES).toString('hex')
  return (text.match(/.{1,6}/g) ?? []).join('-')
}

/** The pepper of the local server. The deployed one is known to the Worker alone. */
export function readLocalPepper(file = SECRETS_FILE): string {
  const pepper = /^PASSWORD_PEPPER=(.+)$/m.exec(readFileSync(file, 'utf8'))?.[1]
  if (pepper === undefined)
    throw new Refusal('.dev.vars has no PASSWORD_PEPPER: run npm start once.')
  return pepper.trim()
}

// What is written into these statements is an address that was read, a hash or an id of our own
// making, or a number; none of them can hold a quote.

/** SQL that adds an administrator where there is none with this email. Returns the row it made. */
export function toInsertAdmin(email: string, now: number): string {
  return `INSERT INTO admins (id, email, created_at) VALUES ('${randomUUID()}', '${email}', ${now})
  ON CONFLICT (email) DO NOTHING RETURNING id;`
}

/** SQL that makes an administrator where there is none at all. Returns the row it made. */
export function toInsertFirstAdmin(
  email: string,
  password: string,
  pepper: string,
  now: number,
): string {
  return `INSERT INTO admins (id, email, password_hash, created_at, password_set_at)
  SELECT '${randomUUID()}', '${email}', '${hashPassword(password, pepper)}', ${now}, ${now}
  WHERE NOT EXISTS (SELECT 1 FROM admins) RETURNING id;`
}

/** SQL that sets a password, ends the sessions and uses up the link. */
export function toSetPassword(
  email: string,
  password: string,
  pepper: string,
  now: number,
): string {
  const hash = hashPassword(password, pepper)
  const admin = `(SELECT id FROM admins WHERE email = '${email}')`
  return `UPDATE admins SET password_hash = '${hash}', password_set_at = ${now} WHERE email = '${email}' RETURNING id;
DELETE FROM admin_sessions WHERE admin_id = ${admin};
DELETE FROM password_links WHERE admin_id = ${admin};`
}

/** SQL that makes the one living link of an administrator. */
export function toReplaceLink(email: string, tokenHash: string, expiresAt: number): string {
  return `INSERT OR REPLACE INTO password_links (admin_id, token_hash, expires_at)
  SELECT id, '${tokenHash}', ${expiresAt} FROM admins WHERE email = '${email}' RETURNING admin_id;`
}

/** SQL that removes an administrator with everything that is theirs. */
export function toRemoveAdmin(email: string): string {
  const admin = `(SELECT id FROM admins WHERE email = '${email}')`
  return `DELETE FROM admin_sessions WHERE admin_id = ${admin};
DELETE FROM password_links WHERE admin_id = ${admin};
DELETE FROM admins WHERE email = '${email}' RETURNING id;`
}

export const LIST_ADMINS = `SELECT email, role, password_hash IS NOT NULL AS has_password,
  (SELECT COUNT(*) FROM admin_sessions WHERE admin_id = admins.id) AS sessions
  FROM admins ORDER BY email;`
