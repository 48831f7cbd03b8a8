import * as v from 'valibot'
import { TIMINGS } from '#contract/timings.ts'
import { readAnswer } from './request.ts'

/**
 * Asks for a file. Only its beginning has a limit of time: a long file takes longer. Throws as `request`
 * does.
 */
export async function fetchFile(path: string, headers: HeadersInit = {}): Promise<Blob> {
  const late = new AbortController()
  const refuse = () => late.abort(new DOMException('No answer in time', 'TimeoutError'))
  const timer = setTimeout(refuse, TIMINGS.answerToBodyWithinMs)
  const asked = fetch(path, { headers, signal: late.signal })
  const response = await asked.finally(() => clearTimeout(timer))
  return response.ok ? response.blob() : readAnswer(response, v.never())
}
