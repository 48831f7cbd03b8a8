import * as v from 'valibot'
import type { ActFilter } from '#contract/acts.ts'
import { address } from '#contract/address.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { TIMINGS } from '#contract/timings.ts'
import { sessionPrompt } from './admin-call.ts'
import { readAnswer } from './request.ts'

/** The acts as a table for spreadsheets. Only its beginning has a limit of time: a long table takes longer. */
export function fetchActsFile(filter: ActFilter): Promise<Blob> {
  const { path } = ADMIN_ENDPOINTS.readActsFile
  return sessionPrompt.run(async () => {
    const late = new AbortController()
    const refuse = () => late.abort(new DOMException('No answer in time', 'TimeoutError'))
    const timer = setTimeout(refuse, TIMINGS.answerToBodyWithinMs)
    const { signal } = late
    const asked = fetch(address(path, { ...filter }), { signal })
    const response = await asked.finally(() => clearTimeout(timer))
    return response.ok ? response.blob() : readAnswer(response, v.never())
  })
}
