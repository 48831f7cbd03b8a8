import { afterEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import type { HistoryCursor } from './conversations.ts'
import { fetchHistory } from './conversations.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const CONVERSATION = '/api/bars/K7M2QX/conversations/bia'

test.each<[HistoryCursor, string]>([
  [{}, CONVERSATION],
  [{ after: 0 }, `${CONVERSATION}?after=0`],
  [{ before: 51 }, `${CONVERSATION}?before=51`],
])('a page of history is asked for by its cursor: %j', async (cursor, address) => {
  // As in the browsers of phones that get no newer one.
  class OldSearchParams extends URLSearchParams {
    override get size(): number {
      return undefined as unknown as number
    }
  }
  const fetch = vi.fn(async (_: string) => new Response('{"messages":[],"hasEarlier":false}'))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('URLSearchParams', OldSearchParams)
  await fetchHistory('K7M2QX', 'segredo', 'bia', cursor)
  expect(fetch.mock.calls.map(([path]) => path)).toEqual([address])
})

test.each([
  [0, 'same-origin', 'omit'],
  [1, 'omit', 'same-origin'],
])(
  'R10 R27 after %i losses history is asked for with cookies as %s, and where no answer comes soon as %s',
  async (losses, ...credentials) => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((withinMs) =>
      AbortSignal.abort(new DOMException(`${withinMs}`, 'TimeoutError')),
    )
    const asked: RequestInit[] = []
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      asked.push(init)
      return Promise.reject(init.signal?.reason)
    })
    const { answerSoonMs, answerWithinMs } = TIMINGS
    await expect(fetchHistory('K7M2QX', 'segredo', 'bia', {}, losses)).rejects.toThrow(
      `${answerWithinMs}`,
    )
    expect(asked.map((one) => one.credentials)).toEqual(credentials)
    const limits = asked.map(({ signal }) => signal?.reason.message)
    expect(limits).toEqual([`${answerSoonMs}`, `${answerWithinMs}`])
  },
)

test('R17 an answer that refuses is no reason to ask again', async () => {
  const fetch = vi.fn(async () => new Response('{}', { status: 503 }))
  vi.stubGlobal('fetch', fetch)
  await expect(fetchHistory('K7M2QX', 'segredo', 'bia', {})).rejects.toThrow()
  expect(fetch).toHaveBeenCalledOnce()
})
