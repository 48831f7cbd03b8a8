import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { withServer } from './chaos-server.ts'
import { withCrowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const { people } = sizes.storage
const FILE_KIB = 1_024

test('R22 a full storage acknowledges nothing that it cannot keep, and still reads', async () => {
  // Faster reconnections would not let the room stay up between two failing commits on a busy machine.
  const pages = { hurry: 2 }
  await withServer({}, (server) =>
    withCrowd({ server, seed, people, textLength: 900, pages }, async (crowd) => {
      const { history } = crowd
      for (const page of crowd.pages) crowd.sayOne(page)
      await crowd.settle()
      await server.restart(FILE_KIB)
      await crowd.settle()
      const countLosses = () =>
        history.events.filter(({ kind }) => kind === 'closed' || kind === 'refused').length
      const lossesBefore = countLosses()
      crowd.chat(3)
      let before = -1
      const isFull = async (): Promise<boolean> => {
        if (history.acknowledged === before && countLosses() > lossesBefore) return true
        before = history.acknowledged
        await sleep(1_000)
        return false
      }
      await waitFor('nothing more is acknowledged', isFull)
      // A commit that fails takes the room down for a moment; in between, it reads.
      const [page] = crowd.pages
      if (!page) throw new Error('Nobody is there.')
      const partner = page.partners[0] ?? ''
      // The reader opens a chat cold: its history comes with the first frame.
      const reader = crowd.open(page.entered, 1, { chat: partner }).start()
      await waitFor('a conversation can be read', () => reader.messagesWith(partner).length > 0)
      reader.stop()
      await server.restart()
      // Once there is room again, everybody talks as before, and nothing was lost.
      const full = history.acknowledged
      await crowd.flow(people + 1)
      expect(await crowd.end()).toEqual([])
      noteFigures('storage full', {
        'acknowledged before': full,
        refused: history.events.filter(({ kind }) => kind === 'refused').length,
        after: history.acknowledged - full,
      })
    }),
  )
})
