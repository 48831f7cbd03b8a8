import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { toEmail } from '#contract/email.ts'
import { LIMITS } from '#contract/limits.ts'
import { isCommonPassword } from '#worker/auth/passwords.ts'
import { SECRETS_FILE } from './paths.ts'
import { Refusal } from './refusal.ts'
import type { Sql } from './sql.ts'
import { sql } from './sql.ts'

const GENERATED_BYTES = 15

/** An address as the login reads it. */
export function readEmail(text: string): string {
  const email = toEmail(text)
  if (email === null) throw new Refusal(`"${text}" is no email address.`)
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

/** Adds an administrator where there is none with this email. Returns the row it made. */
export function toInsertAdmin(id: string, email: string, now: number): Sql {
  return sql`INSERT INTO admins (id, email, created_at) VALUES (${id}, ${email}, ${now})
  ON CONFLICT (email) DO NOTHING RETURNING id`
}

/** Makes an administrator where there is none at all. Returns the row it made. */
export function toInsertFirstAdmin(email: string, passwordHash: string, now: number): Sql {
  return sql`INSERT INTO admins (id, email, password_hash, created_at, password_set_at)
  SELECT ${randomUUID()}, ${email}, ${passwordHash}, ${now}, ${now}
  WHERE NOT EXISTS (SELECT 1 FROM admins) RETURNING id`
}

export function toFindAdmin(email: string): Sql {
  return sql`SELECT id FROM admins WHERE email = ${email}`
}

/** Sets a password, ends the sessions and uses up the link. The first statement returns the row. */
export function toSetPassword(id: string, passwordHash: string, now: number): Sql[] {
  return [
    sql`UPDATE admins SET password_hash = ${passwordHash}, password_set_at = ${now} WHERE id = ${id} RETURNING id`,
    sql`DELETE FROM admin_sessions WHERE admin_id = ${id}`,
    sql`DELETE FROM password_links WHERE admin_id = ${id}`,
  ]
}

/** Makes the one living link of an administrator. Returns a row if there is such an administrator. */
export function toReplaceLink(id: string, tokenHash: string, expiresAt: number): Sql {
  return sql`INSERT OR REPLACE INTO password_links (admin_id, token_hash, expires_at)
  SELECT id, ${tokenHash}, ${expiresAt} FROM admins WHERE id = ${id} RETURNING admin_id AS id`
}

/** Removes an administrator; their sessions and link go with the row. Returns it. */
export function toRemoveAdmin(id: string): Sql {
  return sql`DELETE FROM admins WHERE id = ${id} RETURNING id`
}

export const LIST_ADMINS = sql`SELECT email, password_hash IS NOT NULL AS has_password,
  (SELECT COUNT(*) FROM admin_sessions WHERE admin_id = admins.id) AS sessions
  FROM admins ORDER BY email`
