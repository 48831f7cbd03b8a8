import { afterEach, expect, test, vi } from 'vitest'
import type { HistoryCursor } from './conversations.ts'
import { fetchHistory } from './conversations.ts'

afterEach(() => vi.unstubAllGlobals())

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
