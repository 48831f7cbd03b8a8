import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { CodedError } from '#contract/errors.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { readSessionCookie } from '#worker/auth/sessions.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import type { SignedIn } from '#worker/db/admin-sessions.ts'
import { findAdminSession, noteSessionUse } from '#worker/db/admin-sessions.ts'
import { hasBar } from '#worker/db/bars.ts'
import { barIdOf } from '#worker/http/input.ts'
import type { Account, Granted, Permission } from '#worker/policy/rights.ts'
import { may, mayIn, needsProof } from '#worker/policy/rights.ts'
import { countRequest } from './rate-limits.ts'

/** Reads the session and nothing else before it lets a request through or refuses it. */
export const signedIn = createMiddleware<AppEnv>(async (c, next) => {
  const session = await findSession(c)
  if (!session) throw new CodedError('unauthenticated')
  c.set('session', session)
  await next()
})

/** Finding a session counts as its use. Returns null if the browser is not signed in. */
export async function findSession(c: Context<AppEnv>): Promise<SignedIn | null> {
  const token = readSessionCookie(c)
  const session = token && (await findAdminSession(c.env.DB, hashSecret(token), Date.now()))
  if (!session) return null
  c.executionCtx.waitUntil(noteSessionUse(c.env.DB, session, Date.now()))
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

/** Requires a password or passkey from the last ten minutes. Throws `proof_needed`. */
export function provenAccountOf(c: Context<AppEnv>): Account {
  const { account, provenAt } = sessionOf(c)
  if (provenAt <= Date.now() - TIMINGS.proofMs) throw new CodedError('proof_needed')
  return account
}

/**
 * Grants the permission in the bar of the path. Throws `bar_not_found` if the account lacks the
 * permission or the bar does not exist, `proof_needed`, and `rate_limited`.
 */
export async function barFor<P extends Permission>(
  c: Context<AppEnv>,
  permission: P,
): Promise<Granted<P>> {
  const [account, barId] = [accountOf(c), barIdOf(c)]
  if (!mayIn(account, barId, permission)) throw new CodedError('bar_not_found')
  if (needsProof(permission)) provenAccountOf(c)
  if (leavesAct(c, permission)) await countRequest(c, 'CHANGES_PER_ACCOUNT', [account.id])
  // A membership proves that its bar exists. An administrator can name any bar.
  if (account.isAdmin && !(await hasBar(c.env.DB, barId, permission))) {
    throw new CodedError('bar_not_found')
  }
  return { account, barId, permission } as Granted<P>
}

/** Answers to calls for help are never refused, and leave no act. */
function leavesAct(c: Context<AppEnv>, permission: Permission): boolean {
  return c.req.method !== 'GET' && permission !== 'answerHelp'
}

/** Requires a permission outside of any bar. Throws `not_found`. */
export const only = (permission: Permission) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (!may(accountOf(c), permission)) throw new CodedError('not_found')
    await next()
  })
