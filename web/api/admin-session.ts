import * as v from 'valibot'
import { address } from '#contract/address.ts'
import type {
  AdminUser,
  FirstRunRequest,
  LoginRequest,
  PasswordLinkRequest,
  WhoIsSignedIn,
} from '#contract/admin.ts'
import { adminSessionSchema, whoIsSignedInSchema } from '#contract/admin.ts'
import type { ChangePasswordRequest, OwnSession } from '#contract/admin-account.ts'
import { ownSessionsSchema } from '#contract/admin-account.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { CodedError } from '#contract/errors.ts'
import { adminRequest, saysSignedOut } from './admin-request.ts'
import { request } from './request.ts'

export function fetchWhoIsSignedIn(): Promise<WhoIsSignedIn> {
  return request(ADMIN_API.session, whoIsSignedInSchema)
}

/** Makes the first account and signs in. */
export async function makeFirstAccount(json: FirstRunRequest): Promise<AdminUser> {
  return (await request(ADMIN_API.firstRun, adminSessionSchema, { method: 'POST', json })).user
}

/** Returns the body unvalidated: the login form interprets it. */
export function logIn(credentials: LoginRequest): Promise<unknown> {
  return request(ADMIN_API.session, v.unknown(), { method: 'POST', json: credentials })
}

/** Succeeds also if the session has already ended. */
export async function logOut(): Promise<void> {
  try {
    await request(ADMIN_API.session, v.unknown(), { method: 'DELETE' })
  } catch (error) {
    if (!saysSignedOut(error)) throw error
  }
}

export async function setPassword(link: PasswordLinkRequest): Promise<void> {
  await request(ADMIN_API.passwordLink, v.unknown(), { method: 'POST', json: link })
}

/** The bar does not exist, or one has no role in it. */
export function saysBarGone(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'bar_not_found'
}

/** Also ends every other session of the administrator. */
export async function changePassword(change: ChangePasswordRequest): Promise<void> {
  await adminRequest(ADMIN_API.password, v.unknown(), { method: 'PUT', json: change })
}

export async function fetchSessions(): Promise<OwnSession[]> {
  return (await adminRequest(ADMIN_API.sessions, ownSessionsSchema)).sessions
}

/** Succeeds also for a session that has already ended. */
export async function endSession(sessionId: string): Promise<void> {
  try {
    await adminRequest(address(ADMIN_API.ownSession, { sessionId }), v.unknown(), {
      method: 'DELETE',
    })
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'not_found') throw error
  }
}
