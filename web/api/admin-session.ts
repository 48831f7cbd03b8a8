import * as v from 'valibot'
import type { AdminUser, LoginRequest, PasswordLinkRequest } from '#contract/admin.ts'
import { adminSessionSchema } from '#contract/admin.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { CodedError } from '#contract/errors.ts'
import { request } from './request.ts'

/** Null if nobody is signed in. */
export async function fetchAdmin(): Promise<AdminUser | null> {
  try {
    return (await request(ADMIN_API.session, adminSessionSchema)).user
  } catch (error) {
    if (saysSignedOut(error)) return null
    throw error
  }
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

export function saysSignedOut(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'unauthenticated'
}
