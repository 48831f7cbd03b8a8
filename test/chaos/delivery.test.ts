import { beforeAll, describe, expect, inject, test } from 'vitest'
import { withServer } from './chaos-server.ts'
import type { Flaw } from './checker.ts'
import type { Crowd } from './crowd.ts'
import { withCrowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { History } from './history.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const { messages, people, tabs } = sizes.delivery

describe('a full evening without a fault', () => {
  const history = new History()
  let flaws: Flaw[]
  /** Message ids by page: what each was to be told without asking, and what it was told. */
  let expected: Map<string, Set<string>>
  let heard: Map<string, Set<string>>

  beforeAll(async () => {
    // Any two: the pairs of the row are those that the seed picks, message by message.
    const partners = people - 1
    await withServer({}, (server) =>
      withCrowd({ server, history, seed, people, tabs: () => tabs, partners }, async (crowd) => {
        const startedAt = Date.now()
        crowd.chat(4)
        await crowd.flow(messages, sizes.timeoutMs)
        crowd.stopWriting()
        await crowd.settle()
        const seconds = (Date.now() - startedAt) / 1_000
        noteFigures('delivery', {
          pages: crowd.pages.length,
          acknowledged: history.acknowledged,
          'per second': Math.round(history.acknowledged / seconds),
          pairs: countPairs(history),
        })
        const due = count(listDeliveries(history, crowd).expected)
        await waitFor('every delivery', () => history.deliveries >= due)
        ;({ expected, heard } = listDeliveries(history, crowd))
        flaws = await crowd.end()
      }),
    )
  })

  test('T6 each page is told exactly what its person wrote elsewhere or was written', () => {
    expect(history.acknowledged).toBeGreaterThanOrEqual(messages)
    expect(countPairs(history)).toBe((people * (people - 1)) / 2)
    for (const [page, ids] of expected) {
      const told = heard.get(page) ?? new Set()
      expect([...told].sort(), page).toEqual([...ids].sort())
    }
    expect(flaws.filter(({ kind }) => kind === 'stranger' || kind === 'doubled')).toEqual([])
  })

  test('R14 every page of everybody shows the one order', () => {
    expect(flaws).toEqual([])
  })

  test('R15 a conversation never goes back in time', () => {
    const times = history.events.flatMap((event) => (event.kind === 'kept' ? [event.messages] : []))
    expect(times.length).toBeGreaterThan(0)
    for (const conversation of times) {
      const createdAt = conversation.map((message) => message.createdAt)
      expect(createdAt).toEqual(createdAt.toSorted((one, other) => one - other))
    }
  })
})

function listDeliveries(history: History, { pages }: Crowd) {
  const perPage = () => new Map(pages.map(({ id, tab }) => [`${id}/${tab}`, new Set<string>()]))
  const [expected, heard] = [perPage(), perPage()]
  for (const event of history.events) {
    if (event.kind === 'heard') heard.get(`${event.by}/${event.tab}`)?.add(event.message.id)
    if (event.kind !== 'say') continue
    for (const page of pages) {
      const isWriters = page.id === event.by && page.tab !== event.tab
      if (isWriters || page.id === event.to) expected.get(`${page.id}/${page.tab}`)?.add(event.id)
    }
  }
  return { expected, heard }
}

/** How many pairs have had something to say to each other. */
function countPairs({ events }: History): number {
  const said = events.flatMap((event) => (event.kind === 'say' ? [event] : []))
  return new Set(said.map(({ by, to }) => [by, to].sort().join())).size
}

const count = (deliveries: ReadonlyMap<string, ReadonlySet<string>>): number =>
  [...deliveries.values()].reduce((sum, ids) => sum + ids.size, 0)
