import type { SignedIn } from './db/admin-sessions.ts'

export interface AppEnv {
  Bindings: Env & {
    /** Optional, so wrangler.toml does not require it: makes the first account, then is of no use. */
    SETUP_SECRET?: string
  }
  Variables: {
    /** Named by the page's Content-Security-Policy. */
    nonce?: string
    session?: SignedIn
  }
}
