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

test('R10 where no answer comes soon it is asked for once more, over another connection', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((withinMs) => {
    const late = new DOMException(`${withinMs}`, 'TimeoutError')
    return AbortSignal.abort(late)
  })
  const asked: RequestInit[] = []
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    asked.push(init)
    return Promise.reject(init.signal?.reason)
  })
  await expect(fetchHistory('K7M2QX', 'segredo', 'bia', {})).rejects.toThrow(
    `${TIMINGS.answerWithinMs}`,
  )
  expect(asked.map(({ signal, credentials }) => [signal?.reason.message, credentials])).toEqual([
    [`${TIMINGS.answerSoonMs}`, undefined],
    [`${TIMINGS.answerWithinMs}`, 'omit'],
  ])
})

test('R17 an answer that refuses is no reason to ask again', async () => {
  const fetch = vi.fn(async () => new Response('{}', { status: 503 }))
  vi.stubGlobal('fetch', fetch)
  await expect(fetchHistory('K7M2QX', 'segredo', 'bia', {})).rejects.toThrow()
  expect(fetch).toHaveBeenCalledOnce()
})
