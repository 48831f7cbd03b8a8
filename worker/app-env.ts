/** What Hono hands to every route. */
export interface AppEnv {
  Bindings: Env
  Variables: {
    /** Of the page being answered; its security policy names it. */
    nonce?: string
  }
}
