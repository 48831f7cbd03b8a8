import { afterEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import type { HistoryCursor } from './conversations.ts'
import { fetchHistory } from './conversations.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const HISTORY = { messages: [], hasEarlier: false }
const CONVERSATION = '/api/bars/K7M2QX/conversations/bia'

test.each<[HistoryCursor, string]>([
  [{}, CONVERSATION],
  [{ after: 0 }, `${CONVERSATION}?after=0`],
  [{ before: 51 }, `${CONVERSATION}?before=51`],
])('a page of history is asked for by its cursor: %j', async (cursor, address) => {
  // As in the browsers of phones that get no newer one.
  vi.spyOn(URLSearchParams.prototype, 'size', 'get').mockReturnValue(Number.NaN)
  const fetch = vi.fn(async (_: string) => Response.json(HISTORY))
  vi.stubGlobal('fetch', fetch)
  await fetchHistory('K7M2QX', 'segredo', 'bia', cursor)
  expect(fetch.mock.calls.map(([path]) => path)).toEqual([address])
})

/** Both requests for a page, each to be answered by the test. */
function stubTwoRequests(losses = 0) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked: RequestInit[] = []
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()] as const
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    asked.push(init)
    return answers[asked.length - 1]?.promise
  })
  const history = fetchHistory('K7M2QX', 'segredo', 'bia', {}, losses)
  const credentialsSent = () => asked.map(({ credentials }) => credentials)
  return { credentialsSent, history, answers }
}

test.each([0, 1] as const)(
  'R10 without an answer soon a second connection is tried, and the first answer wins (%i)',
  async (quicker) => {
    const { credentialsSent, history, answers } = stubTwoRequests()
    await vi.advanceTimersByTimeAsync(TIMINGS.answerSoonMs - 1)
    expect(credentialsSent()).toEqual(['same-origin'])
    await vi.advanceTimersByTimeAsync(1)
    expect(credentialsSent()).toEqual(['same-origin', 'omit'])
    answers[quicker].resolve(Response.json(HISTORY))
    await expect(history).resolves.toMatchObject(HISTORY)
  },
)

test('R10 R27 after a lost connection the other kind of connection is tried first', async () => {
  const { credentialsSent, history, answers } = stubTwoRequests(1)
  answers[0].resolve(Response.json(HISTORY))
  await history
  expect(credentialsSent()).toEqual(['omit'])
})

test('R10 if both requests fail the first error is thrown', async () => {
  const { history, answers } = stubTwoRequests()
  const failed = expect(history).rejects.toThrow('first')
  await vi.advanceTimersByTimeAsync(TIMINGS.answerSoonMs)
  answers[1].reject(new Error('second'))
  answers[0].reject(new Error('first'))
  await failed
})

test('R17 a refusal is not retried', async () => {
  const fetch = vi.fn(async () => new Response('{}', { status: 503 }))
  vi.stubGlobal('fetch', fetch)
  await expect(fetchHistory('K7M2QX', 'segredo', 'bia', {})).rejects.toThrow()
  expect(fetch).toHaveBeenCalledOnce()
})
