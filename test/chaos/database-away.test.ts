import { setTimeout as sleep } from 'node:timers/promises'
import { inject, test } from 'vitest'
import type { ChaosPerson } from './chaos-person.ts'
import { readBuiltWorker, withServer, withTimings } from './chaos-server.ts'
import { withCrowd } from './crowd.ts'
import { enter } from './endpoint.ts'
import { noteFigures } from './figures.ts'
import { Random } from './random.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const { people, rounds, shortened } = sizes.databaseAway

const ROUND_MS = 250

/** Long enough that a slow reconnection on a busy machine never makes a person offline. */
const OFFLINE_GRACE_MS = 600_000
const BUNDLE = withTimings(readBuiltWorker(), {
  QUERY_TIMEOUT_MS: 4_000 / shortened,
  offlineGraceMs: OFFLINE_GRACE_MS,
})

for (const how of ['refusing', 'silent'] as const) {
  test.concurrent(`R18 while D1 is ${how} people talk, come and go`, async ({ expect }) => {
    const random = new Random(seed, how)
    await withServer({ bundle: BUNDLE }, async (server) => {
      /** Asks D1, for each bar once. */
      const enterElsewhere = (bar = 1) =>
        enter(server, server.barIds[bar] ?? '', { name: 'Alhures' })
      // A query that a busy machine answers late is refused, too.
      const enters = (bar?: number) =>
        enterElsewhere(bar).then(
          () => true,
          () => false,
        )
      await waitFor('D1 answers in time', () => enters(2))
      await withCrowd({ server, seed, people }, async (crowd) => {
        const { history } = crowd
        const present = new Set(crowd.people)
        const arrivals: ChaosPerson[] = []
        const comeIn = async (): Promise<ChaosPerson> => {
          const entered = await enter(server, server.barId, { name: `Chegada ${arrivals.length}` })
          const page = crowd.open(entered, 0).start()
          arrivals.push(page)
          present.add(page.id)
          await waitFor('the new person is there', () => page.isConnected)
          return page
        }
        try {
          crowd.chat(1)
          await server.askDatabase('/away', how)
          const awayAt = Date.now()
          const refused = expect(enterElsewhere()).rejects.toThrow('503')
          const stayed: ChaosPerson[] = []
          const steady = [...crowd.pages]
          while (stayed.length < rounds) {
            const roundAt = Date.now()
            const staying = await comeIn()
            staying.say(random.pick(crowd.people), 'cheguei')
            stayed.push(staying)
            const leaving = await comeIn()
            await leaving.api.leave()
            present.delete(leaving.id)
            await random.pick(crowd.pages).api.edit({ table: `${random.between(1, 99)}` })
            steady.pop()?.lose()
            await sleep(Math.max(0, roundAt + ROUND_MS - Date.now()))
          }
          crowd.stopWriting()
          await crowd.settle()
          await refused
          const gone = () => crowd.pages.every(({ state }) => state.total === present.size)
          await waitFor('everybody who left has gone', gone)

          await server.askDatabase('/away', 'back')
          const backAt = Date.now()
          await waitFor('somebody enters where D1 is asked', () => enters())
          const unsaid = () => stayed.every(({ unsent }) => unsent.length === 0)
          await waitFor('all is said', unsaid)
          expect(await crowd.end({ alwaysOnline: crowd.people })).toEqual([])
          expect(history.events.filter(({ kind }) => kind === 'refused')).toEqual([])
          noteFigures(`D1 ${how}`, {
            'away ms': backAt - awayAt,
            acknowledged: history.acknowledged,
            came: arrivals.length,
            left: arrivals.length - stayed.length,
          })
        } finally {
          for (const page of arrivals) page.stop()
        }
      })
    })
  })
}
