import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { adminCall } from './admin-call.ts'
import { call, unless } from './call.ts'

/** Succeeds also if the session has already ended. */
export async function logOut(): Promise<void> {
  await unless('unauthenticated', call(ADMIN_ENDPOINTS.logOut, {}))
}

/** Succeeds also for a session that has already ended. */
export async function endSession(sessionId: string): Promise<void> {
  await unless('not_found', adminCall(ADMIN_ENDPOINTS.endSession, { sessionId }))
}
