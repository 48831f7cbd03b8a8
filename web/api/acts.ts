import * as v from 'valibot'
import type { ActFilter } from '#contract/acts.ts'
import { address } from '#contract/address.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { TIMINGS } from '#contract/timings.ts'
import { sessionPrompt } from './admin-call.ts'
import { readAnswer } from './request.ts'

/** The acts as a table for spreadsheets. */
export function fetchActsFile(filter: ActFilter): Promise<Blob> {
  const { path } = ADMIN_ENDPOINTS.readActsFile
  return sessionPrompt.run(async () => {
    const signal = AbortSignal.timeout(TIMINGS.answerToBodyWithinMs)
    const response = await fetch(address(path, { ...filter }), { signal })
    return response.ok ? response.blob() : readAnswer(response, v.never())
  })
}
