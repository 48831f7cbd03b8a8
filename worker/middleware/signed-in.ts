import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { CodedError } from '#contract/errors.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { readSessionCookie } from '#worker/auth/sessions.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import type { SignedIn } from '#worker/db/admin-sessions.ts'
import { findAdminSession, noteSessionUse } from '#worker/db/admin-sessions.ts'
import { barIdOf } from '#worker/http/input.ts'
import { log } from '#worker/log.ts'
import type { Account, Act } from '#worker/policy/rights.ts'
import { may, mayIn, needsProof } from '#worker/policy/rights.ts'

/** Finds the account once. Reads only the session before it passes or refuses a request. */
export const signedIn = createMiddleware<AppEnv>(async (c, next) => {
  const session = await findSession(c)
  if (!session) throw new CodedError('unauthenticated')
  c.set('session', session)
  await next()
})

/** Null if nobody is signed in. An answer counts as use of the session. */
export async function findSession(c: Context<AppEnv>): Promise<SignedIn | null> {
  const token = readSessionCookie(c)
  const session = token && (await findAdminSession(c.env.DB, hashSecret(token), Date.now()))
  if (!session) return null
  const noting = noteSessionUse(c.env.DB, session, Date.now())
  c.executionCtx.waitUntil(noting.catch((error) => log('session_use_not_noted', { error })))
  return session
}

export function sessionOf(c: Context<AppEnv>): SignedIn {
  const { session } = c.var
  if (!session) throw new CodedError('unauthenticated')
  return session
}

export function accountOf(c: Context<AppEnv>): Account {
  return sessionOf(c).account
}

/** For what changes by what one signs in. Throws `proof_needed`. */
export function provenAccountOf(c: Context<AppEnv>): Account {
  const { account, provenAt } = sessionOf(c)
  if (provenAt <= Date.now() - TIMINGS.proofMs) throw new CodedError('proof_needed')
  return account
}

/** The bar of the address. Throws `bar_not_found` where the account may not do this; `proof_needed`. */
export function barFor(c: Context<AppEnv>, act: Act): string {
  const barId = barIdOf(c)
  if (!mayIn(accountOf(c), barId, act)) throw new CodedError('bar_not_found')
  if (needsProof(act)) provenAccountOf(c)
  return barId
}

/** For what is in no bar. Throws `not_found`. */
export const only = (act: Act) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (!may(accountOf(c), act)) throw new CodedError('not_found')
    await next()
  })
