import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import type { Message } from '#contract/message.ts'
import type { Mutation } from '#test/mutants/mutation.ts'
import { bundleMutant } from '#test/mutants/mutation.ts'
import { readBuiltWorker, withServer } from './chaos-server.ts'
import type { Crowd } from './crowd.ts'
import { withCrowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const { people } = sizes.storage
const FILE_KIB = 1_024
const LIMIT_KIB = 256

test('R22 a full storage acknowledges nothing that it cannot keep, and still reads', async () => {
  // Who hurries more keeps the room from ever being up between two commits that fail.
  const pages = { hurry: 10 }
  await withServer({}, (server) =>
    withCrowd({ server, seed, people, textLength: 900, pages }, async (crowd) => {
      const { history } = crowd
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
      // A commit that fails takes the room down for a moment; in between, it reads.
      const canRead = () =>
        read(crowd).then(
          (messages) => messages.length > 0,
          () => false,
        )
      await waitFor('a conversation can be read', canRead, 60_000)
      await server.restart()
      await goOn(crowd, 'storage full')
    }),
  )
})

/** Refuses statements as the platform does at its limit, which the local runtime does not have. */
const LIMITED: Mutation = {
  'worker/object-sql.ts': [
    [
      '(strings, ...values) => storage.sql.exec(toText(strings), ...values)',
      `(strings, ...values) => {
        const text = toText(strings)
        if (storage.sql.databaseSize > ${LIMIT_KIB * 1_024} && /^\\s*(?:INSERT|UPDATE)/.test(text))
          throw new Error('database or disk is full: SQLITE_FULL')
        return storage.sql.exec(text, ...values)
      }`,
    ],
  ],
}

test('R22 at the limit of its storage a room refuses by name, reads on and drops nobody', async () => {
  await withServer({ bundle: await bundleMutant(LIMITED) }, (server) =>
    withCrowd({ server, seed, people, textLength: 900 }, async (crowd) => {
      const { history } = crowd
      crowd.chat(3)
      await waitFor('everybody is refused', () => refusals(crowd).length > 3 * people, 30_000)
      const full = history.acknowledged
      expect(await read(crowd)).not.toEqual([])
      expect(history.events.filter(({ kind }) => kind === 'closed')).toEqual([])
      expect(history.acknowledged).toBe(full)
      server.deploy(readBuiltWorker())
      await server.restart()
      await goOn(crowd, 'storage limit')
      expect(new Set(refusals(crowd))).toEqual(new Set(['storage_full']))
    }),
  )
})

async function read({ pages: [page] }: Crowd): Promise<Message[]> {
  const [partner = ''] = page?.partners ?? []
  return (await page?.api.fetchConversation(partner)) ?? []
}

/** Why messages were refused, one by one. */
function refusals({ history }: Crowd): string[] {
  return history.events.flatMap((event) => (event.kind === 'refused' ? event.reason : []))
}

/** Once there is room again, everybody talks as before, and nothing was lost. */
async function goOn(crowd: Crowd, test: string): Promise<void> {
  const full = crowd.history.acknowledged
  await crowd.flow(people + 1, 30_000)
  expect(await crowd.end()).toEqual([])
  noteFigures(test, {
    'acknowledged before': full,
    refused: refusals(crowd).length,
    after: crowd.history.acknowledged - full,
  })
}
