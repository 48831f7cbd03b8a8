import { readLocalPepper } from '#scripts/administrators.ts'
import { makeLocalSecrets } from '#scripts/local-secrets.ts'
import { hashSecret, mintSessionToken } from '#worker/auth/tokens.ts'
import { POOL_SIZE, takeFree } from './bar-pool.ts'

export type TestAdmin = {
  email: string
  /** The token of the one-time link that sets the password. */
  linkToken: string
  /** The token of a session that is already open. */
  sessionToken: string
}

const FAR_AWAY_MS = Date.UTC(2100, 0)

makeLocalSecrets()
const pepper = readLocalPepper()

/** The administrators of every test database, each with a link that was never used and a session. */
const POOL: readonly TestAdmin[] = Array.from({ length: POOL_SIZE }, (_, index) => ({
  email: `admin-${index + 1}@brinde.test`,
  linkToken: hashSecret(`link of ${index + 1}`),
  sessionToken: mintSessionToken(pepper, hashSecret(`session of ${index + 1}`)),
}))

/** SQL that inserts them. Links and sessions are stored as their hashes. */
export function toInsertAdmins(): string {
  return POOL.map(({ email, linkToken, sessionToken }, index) => {
    const id = `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`
    return `INSERT INTO accounts (id, email, role, created_at) VALUES ('${id}', '${email}', 'admin', 0);
INSERT INTO password_links (account_id, token_hash, expires_at)
  VALUES ('${id}', '${hashSecret(linkToken)}', ${FAR_AWAY_MS});
INSERT INTO admin_sessions (token_hash, account_id, created_at, last_used_at, expires_at, proven_at)
  VALUES ('${hashSecret(sessionToken)}', '${id}', 0, ${FAR_AWAY_MS}, ${FAR_AWAY_MS}, ${FAR_AWAY_MS});`
  }).join('\n')
}

/** Gives an administrator that no other test on this state has had. */
export const takeAdmin = (stateDir: string): TestAdmin =>
  takeFree(stateDir, POOL, ({ email }) => email)
