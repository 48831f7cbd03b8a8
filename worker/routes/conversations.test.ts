import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { Entered } from '#contract/entered.ts'
import { toApi } from '#contract/paths.ts'
import { addAdmin, aNewBar, askAsAdmin, signIn } from '#test/worker/admin.ts'
import { askFromPage, enterBar, failureOf } from '#test/worker/requests.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

async function meet() {
  const { barId } = await Bar.open()
  const [ana, bia] = [await enterBar(barId), await enterBar(barId, { name: 'Bia' })]
  const read = (query = '', partner = bia.person.id) =>
    askFromPage(toApi.conversation(barId, partner) + query, { secret: ana.secret })
  return { barId, ana, bia, read }
}

test('a conversation that has not begun is empty', async () => {
  const { read } = await meet()
  expect(await (await read()).json()).toEqual({ messages: [], hasEarlier: false })
})

test.each(['?before=1', '?after=0', '?after=7'])('a page %s is read', async (query) => {
  const { read } = await meet()
  expect((await read(query)).status).toBe(200)
})

test.each([
  '?before=1&after=1',
  '?before=-1',
  '?before=1e3',
  '?after=NaN',
  '?after=01',
  '?after=9999999999999999',
  '?before=',
  '?limit=1000',
  '?__proto__=1',
])('the query %s is refused', async (query) => {
  const { read } = await meet()
  expect(await failureOf(await read(query))).toBe('400 invalid_request')
})

test('T5 a conversation with oneself, with nobody or with somebody of another bar is not found', async () => {
  const { ana, read } = await meet()
  const elsewhere = await enterBar((await Bar.open()).barId)
  const nobody = '00000000-0000-4000-8000-000000000000'
  for (const partner of [ana.person.id, nobody, elsewhere.person.id, 'admin-dashboard', '%00']) {
    expect(await failureOf(await read('', partner))).toBe('404 person_not_found')
  }
})

const ADMIN = '00000000-0000-4000-8000-00000000000a'
const NOBODY = '00000000-0000-4000-8000-000000000000'

async function anEvening() {
  const [bar, elsewhere] = [await Bar.open(), await Bar.open()]
  const [ana, bia, caio, davi] = [
    await enterBar(bar.barId),
    await enterBar(bar.barId, { name: 'Bia' }),
    await enterBar(bar.barId, { name: 'Caio' }),
    await enterBar(elsewhere.barId, { name: 'Davi' }),
  ]
  const asPerson = (entered: Entered) => new Person(bar, entered.person.name).as(entered)
  const [anaThere, biaThere, caioThere] = [asPerson(ana), asPerson(bia), asPerson(caio)]
  await bar.write(anaThere, biaThere, 3)
  await bar.write(biaThere, caioThere, 5)
  return { bar, ana, bia, caio, davi }
}
type Evening = Awaited<ReturnType<typeof anEvening>>
type Reads = (path: string, evening: Evening) => Promise<Response>

const bySecret =
  (pick: (evening: Evening) => Entered): Reads =>
  (path, evening) =>
    askFromPage(path, { secret: pick(evening).secret })
const byAdmin: Reads = async (path) => askAsAdmin(path, { token: await signIn(await addAdmin()) })

const leave = async ({ bar, ana }: Evening): Promise<void> => {
  await askFromPage(toApi.leaving(bar.barId), { method: 'PUT', secret: ana.secret })
  await runInDurableObject(bar.room, (_, { storage }) => {
    storage.sql.exec('UPDATE bar_profiles SET leaving_ends_at = 1 WHERE leaving_ends_at > 0')
  })
  await bar.sleep()
  await runDurableObjectAlarm(bar.room)
}

/** Per reader: the answer for an own conversation, one of others, and one of nobody. */
const READERS: [who: string, Reads, own: string, other: string, absent: string][] = [
  ['X0 anybody', (path) => askFromPage(path), ...all('401 no_visit')],
  [
    'X0 who makes a secret up',
    (path) => askFromPage(path, { secret: 'a.b.c.d' }),
    ...all('401 no_visit'),
  ],
  [
    'X1 a person of this bar',
    bySecret(({ ana }) => ana),
    '3 messages',
    '0 messages',
    '404 person_not_found',
  ],
  ['X2 a person of another bar', bySecret(({ davi }) => davi), ...all('401 no_visit')],
  [
    'X3 who was removed',
    async (path, evening) => {
      await evening.bar.room.remove(evening.ana.person.id, ADMIN)
      return bySecret(({ ana }) => ana)(path, evening)
    },
    ...all('410 visit_ended'),
  ],
  [
    'X3 who has left',
    async (path, evening) => {
      await leave(evening)
      return bySecret(({ ana }) => ana)(path, evening)
    },
    ...all('410 visit_ended'),
  ],
  ['X4 an administrator', byAdmin, ...all('401 no_visit')],
  [
    'X5 the administrator of another bar',
    async (path) => {
      const token = await signIn(await addAdmin())
      await askAsAdmin(ADMIN_API.bars, { method: 'POST', token, json: aNewBar() })
      return askAsAdmin(path, { token })
    },
    ...all('401 no_visit'),
  ],
]

function all(answer: string): [own: string, other: string, absent: string] {
  return [answer, answer, answer]
}

test.each(READERS)(
  'T5 of conversations %s reads no other than their own',
  async (_who, reads, ...expected) => {
    const evening = await anEvening()
    const given = []
    for (const partner of [evening.bia.person.id, evening.caio.person.id, NOBODY]) {
      const answer = await reads(toApi.conversation(evening.bar.barId, partner), evening)
      if (!answer.ok) given.push(await failureOf(answer))
      else given.push(`${(await answer.json<{ messages: [] }>()).messages.length} messages`)
    }
    expect(given).toEqual(expected)
  },
)
