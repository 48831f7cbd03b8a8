import * as v from 'valibot'
import type { ActFilter, ShownActs } from '#contract/acts.ts'
import { actsSchema, revealedPhoneSchema } from '#contract/acts.ts'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { adminRequest, sessionPrompt } from './admin-request.ts'
import { readAnswer } from './request.ts'

/** Newest first. */
export function fetchActs(filter: ActFilter, after?: string): Promise<ShownActs> {
  return adminRequest(address(ADMIN_API.acts, { ...filter, after }), actsSchema)
}

/** The same as a table for spreadsheets. */
export function fetchActsFile(filter: ActFilter): Promise<Blob> {
  return sessionPrompt.run(async () => {
    const signal = AbortSignal.timeout(TIMINGS.answerToBodyWithinMs)
    const response = await fetch(address(ADMIN_API.actsFile, { ...filter }), { signal })
    return response.ok ? response.blob() : readAnswer(response, v.never())
  })
}

/** The whole number. Throws `rate_limited` after too many in an hour. */
export async function revealPhone(barId: string, personId: string): Promise<string> {
  const path = address(ADMIN_API.personPhone, { barId, personId })
  return (await adminRequest(path, revealedPhoneSchema, { method: 'POST' })).phone
}
