import * as v from 'valibot'
import type { ChangePasswordRequest, OwnSession } from '#contract/admin-account.ts'
import { ownSessionsSchema } from '#contract/admin-account.ts'
import { ADMIN_API, toOwnSession } from '#contract/admin-paths.ts'
import { CodedError } from '#contract/errors.ts'
import { request } from './request.ts'

/** Also ends every other session of the administrator. */
export async function changePassword(change: ChangePasswordRequest): Promise<void> {
  await request(ADMIN_API.password, v.unknown(), { method: 'PUT', json: change })
}

export async function fetchSessions(): Promise<OwnSession[]> {
  return (await request(ADMIN_API.sessions, ownSessionsSchema)).sessions
}

/** Succeeds also for a session that has already ended. */
export async function endSession(sessionId: string): Promise<void> {
  try {
    await request(toOwnSession(sessionId), v.unknown(), { method: 'DELETE' })
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'not_found') throw error
  }
}
