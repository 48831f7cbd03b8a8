import * as v from 'valibot'
import type { ActFilter, ShownActs } from '#contract/acts.ts'
import { actsSchema, revealedPhoneSchema } from '#contract/acts.ts'
import { toActs, toActsFile, toPersonPhone } from '#contract/admin-paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { readAnswer, request } from './request.ts'

/** Newest first. */
export function fetchActs(filter: ActFilter, after?: string): Promise<ShownActs> {
  return request(toActs(filter, after), actsSchema)
}

/** The same as a table for spreadsheets. */
export async function fetchActsFile(filter: ActFilter): Promise<Blob> {
  const signal = AbortSignal.timeout(TIMINGS.answerToBodyWithinMs)
  const response = await fetch(toActsFile(filter), { signal })
  return response.ok ? response.blob() : readAnswer(response, v.never())
}

/** The whole number. Throws `rate_limited` after too many in an hour. */
export async function revealPhone(barId: string, personId: string): Promise<string> {
  const path = toPersonPhone(barId, personId)
  return (await request(path, revealedPhoneSchema, { method: 'POST' })).phone
}
