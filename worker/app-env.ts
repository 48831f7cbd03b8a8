import type { SignedInAdmin } from './db/admin-sessions.ts'

export interface AppEnv {
  Bindings: Env
  Variables: {
    /** Named by the page's Content-Security-Policy. */
    nonce?: string
    admin?: SignedInAdmin
  }
}
