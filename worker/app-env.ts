import type { SignedIn } from './db/admin-sessions.ts'

export interface AppEnv {
  Bindings: Env & {
    /** Creates the first account, and is useless afterwards. wrangler.toml does not require it. */
    SETUP_SECRET?: string
  }
  Variables: {
    /** The page's Content-Security-Policy names it. */
    nonce?: string
    session?: SignedIn
  }
}
