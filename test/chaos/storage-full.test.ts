import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import type { Mutation } from '#test/mutants/mutation.ts'
import { bundleMutant } from '#test/mutants/mutation.ts'
import type { ChaosPerson } from './chaos-person.ts'
import { readBuiltWorker, withServer } from './chaos-server.ts'
import { findFlaws } from './checker.ts'
import { Crowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import type { HistoryEvent } from './history.ts'
import { History } from './history.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const FILE_KIB = 1_024
const LIMIT_KIB = 256

test('R22 a full storage acknowledges nothing that it cannot keep, and still reads', async () => {
  const { people } = sizes.storage
  const history = new History()
  await withServer({}, async (server) => {
    const crowd = await Crowd.enter({
      ...{ server, history, seed, people, textLength: 900 },
      // Who hurries more keeps the room from ever being up between two commits that fail.
      pages: { hurry: 10 },
    })
    try {
      await crowd.start()
      for (const page of crowd.pages) crowd.sayOne(page)
      await crowd.settle()
      await server.restart(FILE_KIB)
      crowd.chat(3)
      let before = -1
      const isFull = async (): Promise<boolean> => {
        if (history.acknowledged === before) return true
        before = history.acknowledged
        await sleep(1_000)
        return false
      }
      await waitFor('nothing more is acknowledged', isFull, 60_000)
      const full = history.acknowledged
      await waitFor('a conversation can be read', () => canRead(crowd.pages[0]), 60_000)
      await server.restart()
      await waitFor('it goes on', () => history.acknowledged > full + people, 30_000)
      crowd.stopWriting()
      await crowd.settle()
      await crowd.writeEvidence()
      const refused = history.events.filter(({ kind }) => kind === 'refused').length
      noteFigures('storage full', {
        'acknowledged before': full,
        refused,
        after: history.acknowledged - full,
      })
    } finally {
      crowd.stop()
    }
  })
  expect(findFlaws(history.events, { everythingAnswered: true })).toEqual([])
})

/** Refuses statements as the platform does at its limit, which the local runtime does not have. */
const LIMITED: Mutation = {
  'worker/object-sql.ts': [
    [
      ') => readRows(storage.sql.exec<Row>(toText(strings), ...values))',
      `) => {
        const text = toText(strings)
        if (storage.sql.databaseSize > ${LIMIT_KIB * 1_024} && /^\\s*(?:INSERT|UPDATE)/.test(text))
          throw new Error('database or disk is full: SQLITE_FULL')
        return readRows(storage.sql.exec<Row>(text, ...values))
      }`,
    ],
  ],
}

test('R22 at the limit of its storage a room refuses by name, reads on and drops nobody', async () => {
  const { people } = sizes.storage
  const history = new History()
  const count = (kind: HistoryEvent['kind']): number =>
    history.events.filter((event) => event.kind === kind).length
  await withServer({ bundle: await bundleMutant(LIMITED) }, async (server) => {
    const crowd = await Crowd.enter({ server, history, seed, people, textLength: 900 })
    try {
      await crowd.start()
      crowd.chat(3)
      await waitFor('everybody is refused', () => count('refused') > 3 * people, 30_000)
      const full = history.acknowledged
      const [page] = crowd.pages
      const [partner = ''] = page?.partners ?? []
      expect(await page?.api.fetchConversation(partner)).not.toEqual([])
      expect(count('closed')).toBe(0)
      expect(history.acknowledged).toBe(full)
      server.deploy(readBuiltWorker())
      await server.restart()
      await waitFor('it goes on', () => history.acknowledged > full + people, 30_000)
      crowd.stopWriting()
      await crowd.settle()
      await crowd.writeEvidence()
      const figures = { 'acknowledged before': full, refused: count('refused') }
      noteFigures('storage limit', { ...figures, after: history.acknowledged - full })
    } finally {
      crowd.stop()
    }
  })
  const reasons = history.events.flatMap((event) => (event.kind === 'refused' ? event.reason : []))
  expect(new Set(reasons)).toEqual(new Set(['storage_full']))
  expect(findFlaws(history.events, { everythingAnswered: true })).toEqual([])
})

/** A commit that fails takes the room down for a moment; in between, it reads. */
async function canRead(page: ChaosPerson | undefined): Promise<boolean> {
  const [partner = ''] = page?.partners ?? []
  const messages = await page?.api.fetchConversation(partner).catch(() => [])
  return (messages?.length ?? 0) > 0
}
