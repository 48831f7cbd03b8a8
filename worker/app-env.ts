/** What Hono hands to every route. */
export interface AppEnv {
  Bindings: Env
}
