import type { Hono } from 'hono'
import type { AppEnv } from '#worker/app-env.ts'

/**
 * Gives the routes back. Throws if one of them is outside of the address: the routes have their patterns
 * from contract/, and worker/index.ts says what they share.
 */
export function under(address: string, routes: Hono<AppEnv>): Hono<AppEnv> {
  const stray = routes.routes.find(({ path }) => !`${path}/`.startsWith(`${address}/`))
  if (stray) throw new Error(`${stray.path} is not under ${address}.`)
  return routes
}
