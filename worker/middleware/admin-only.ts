import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { CodedError } from '#contract/errors.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { readSessionCookie } from '#worker/auth/sessions.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import type { SignedInAdmin } from '#worker/db/admin-sessions.ts'
import { findAdminSession, noteSessionUse } from '#worker/db/admin-sessions.ts'
import { log } from '#worker/log.ts'

/** Reads only the session before it passes or refuses a request. */
export const adminOnly = createMiddleware<AppEnv>(async (c, next) => {
  const admin = await signedInAdmin(c)
  if (!admin) throw new CodedError('unauthenticated')
  c.set('admin', admin)
  const noting = noteSessionUse(c.env.DB, admin, Date.now())
  c.executionCtx.waitUntil(noting.catch((error) => log('session_use_not_noted', { error })))
  await next()
})

export function adminOf(c: Context<AppEnv>): SignedInAdmin {
  const { admin } = c.var
  if (!admin) throw new CodedError('unauthenticated')
  return admin
}

async function signedInAdmin(c: Context<AppEnv>): Promise<SignedInAdmin | null> {
  const token = readSessionCookie(c)
  return token ? findAdminSession(c.env.DB, hashSecret(token), Date.now()) : null
}
