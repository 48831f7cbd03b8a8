import type { SignedInAdmin } from './db/admin-sessions.ts'

/** What Hono hands to every route. */
export interface AppEnv {
  Bindings: Env
  Variables: {
    /** Of the page being answered; its security policy names it. */
    nonce?: string
    /** Set by middleware/admin-only.ts, for everything behind it. */
    admin?: SignedInAdmin
  }
}
