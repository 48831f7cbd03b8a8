import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, test } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { ROOT } from '#scripts/paths.ts'
import type { Builds, ChaosServer } from '#test/chaos/chaos-server.ts'
import { readMigrations, withServer } from '#test/chaos/chaos-server.ts'
import { waitFor } from '#test/chaos/wait-for.ts'
import type { Build } from '#test/chaos/workerd-config.ts'
import { BUILT, toSecret } from '#test/chaos/workerd-config.ts'
import type { nodeNetwork } from '#test/client/node-network.ts'
import type { Person } from '#test/client/person.ts'
import { hashSecret, mintSessionToken } from '#worker/auth/tokens.ts'
import { toWorkerDir } from './previous-build.ts'

const previous = inject('previous')

/** A page's protocol, reducer, outbox and API, without a browser. */
interface Page {
  Person: typeof Person
  nodeNetwork: typeof nodeNetwork
}

const CHECKOUTS = { new: ROOT, old: previous }
type Version = keyof typeof CHECKOUTS
const BUILDS: Record<Version, Build> = {
  new: BUILT,
  old: { dir: toWorkerDir(previous), folder: 'previous' },
}
const VERSIONS = ['new', 'old'] as const
const MATRIX = VERSIONS.flatMap((worker) =>
  VERSIONS.flatMap((rooms) => VERSIONS.map((page) => ({ worker, rooms, page }))),
)

/** A page waits up to half a minute before it tries again; these try sooner. */
const HURRY = 30

async function loadPage(version: Version): Promise<Page> {
  const load = (path: string) => import(pathToFileURL(join(CHECKOUTS[version], path)).href)
  const [{ Person }, { nodeNetwork }] = await Promise.all([
    load('test/client/person.ts'),
    load('test/client/node-network.ts'),
  ])
  return { Person, nodeNetwork }
}

const toBuilds = (worker: Version, rooms: Version): Builds => ({
  worker: BUILDS[worker],
  rooms: BUILDS[rooms],
})

async function enter(
  { Person, nodeNetwork }: Page,
  server: ChaosServer,
  name: string,
  address?: string,
): Promise<Person> {
  const network = nodeNetwork(() => (server.port === null ? null : server.origin), address)
  const person = await Person.enter(network, server.barId, { name }, { hurry: HURRY })
  return person.connect()
}

/** Says something to somebody and waits until both pages have it. */
async function talk(from: Person, to: Person, text: string): Promise<void> {
  const id = from.say(to.id, text)
  const has = (one: Person, other: Person) =>
    one.messagesWith(other.id).some((each) => each.id === id)
  await waitFor(`"${text}" is there`, () => has(from, to) && has(to, from))
}

const texts = (one: Person, other: Person): string[] =>
  one.messagesWith(other.id).map(({ text }) => text)

test.for(MATRIX)(
  'R6 an evening is whole with a $worker Worker, a $rooms room and a $page page',
  async ({ worker, rooms, page }) => {
    const client = await loadPage(page)
    await withServer({ builds: toBuilds(worker, rooms) }, async (server) => {
      const ana = await enter(client, server, 'Ana')
      const bia = await enter(client, server, 'Bia')
      await waitFor('each sees the other', () => ana.people.has(bia.id) && bia.people.has(ana.id))
      await talk(ana, bia, 'oi')
      await talk(bia, ana, 'olá')
      ana.read(bia.id)
      await ana.api.edit({ name: 'Ana Clara' })
      await waitFor('the name is new', () => bia.people.get(ana.id)?.name === 'Ana Clara')
      bia.lose()
      await waitFor('Bia is back', () => bia.openings === 2 && bia.isSettled)
      expect(texts(bia, ana)).toEqual(['oi', 'olá'])
      await bia.leave()
      await waitFor('Ana is told that Bia has left', () => !ana.people.has(bia.id))
      await ana.leave()
    })
  },
)

test.for([
  { worker: 'new', rooms: 'old' },
  { worker: 'old', rooms: 'new' },
] as const)(
  'R6 T51 a $worker Worker and a $rooms room clear one network, and nobody else is lost',
  async ({ worker, rooms }) => {
    const client = await loadPage(worker)
    await withServer({ builds: toBuilds(worker, rooms) }, async (server) => {
      const laptop = ['Ana', 'Bia'].map((name) => enter(client, server, name, '203.0.113.7'))
      const [ana, bia] = (await Promise.all(laptop)) as [Person, Person]
      const caio = await enter(client, server, 'Caio')
      const path = ADMIN_API.personNetwork
        .replace(':barId', server.barId)
        .replace(':personId', ana.id)
      const headers = {
        'Sec-Fetch-Site': 'same-origin',
        Origin: server.origin,
        'CF-Connecting-IP': '203.0.113.8',
        Cookie: `__Host-admin=${await signIn(server)}`,
      }
      const cleared = await fetch(server.origin + path, { method: 'DELETE', headers })
      expect([cleared.status, await cleared.json()]).toEqual([200, { people: 2 }])
      await waitFor('Ana and Bia are told', () => ana.hasEnded && bia.hasEnded)
      await waitFor('Caio is alone', () => caio.state.total === 1)
      expect(caio.hasEnded).toBe(false)
      await caio.leave()
    })
  },
)

/** A living session of an administrator: its token. */
async function signIn(server: ChaosServer): Promise<string> {
  const token = mintSessionToken(toSecret('PASSWORD_PEPPER'))
  const now = Date.now()
  await server.askDatabase(
    '/script',
    `INSERT INTO accounts (id, email, role, created_at) VALUES ('eva', 'eva@brinde.test', 'admin', 1);
INSERT INTO admin_sessions (token_hash, account_id, created_at, last_used_at, expires_at, proven_at)
VALUES ('${hashSecret(token)}', 'eva', ${now}, ${now}, ${now + TIMINGS.adminSessionMs}, ${now});`,
  )
  return token
}

/** Each deploy passes through a moment in which only the Worker is of the new version, and so does the way back. */
const CHANGES: { worker: Version; rooms: Version }[] = [
  { worker: 'new', rooms: 'old' },
  { worker: 'new', rooms: 'new' },
  { worker: 'old', rooms: 'new' },
  { worker: 'old', rooms: 'old' },
  { worker: 'new', rooms: 'new' },
]

test('R5 R6 R7 an evening goes on over a deploy, the way back and the deploy again, and nothing is lost', async () => {
  const pages = { new: await loadPage('new'), old: await loadPage('old') }
  const first = { builds: toBuilds('old', 'old'), migratedBy: previous }
  await withServer(first, async (server) => {
    const ana = await enter(pages.old, server, 'Ana')
    const bia = await enter(pages.old, server, 'Bia')
    const said = ['antes', 'migrado']
    await talk(ana, bia, 'antes')
    // Migrations of D1 come first, while the old Worker serves.
    const had = readMigrations(previous).map(({ name }) => name)
    for (const { name, sql } of readMigrations(ROOT))
      if (!had.includes(name)) await server.askDatabase('/script', sql)
    await talk(bia, ana, 'migrado')

    const guests: Person[] = []
    for (const { worker, rooms } of CHANGES) {
      const change = `${worker} Worker, ${rooms} room, ${guests.length}`
      const everybody = [ana, bia, ...guests]
      const openings = everybody.map((each) => each.openings)
      server.deployBuilds(toBuilds(worker, rooms))
      await server.restart()
      await waitFor(`all are back: ${change}`, () =>
        everybody.every((each, at) => each.openings > (openings[at] ?? 0) && each.isSettled),
      )
      await talk(ana, bia, `Ana: ${change}`)
      await talk(bia, ana, `Bia: ${change}`)
      said.push(`Ana: ${change}`, `Bia: ${change}`)
      // Who comes now has the page of the Worker that serves.
      const guest = await enter(pages[worker], server, `Caio ${guests.length}`)
      for (const earlier of everybody.slice(0, 3)) {
        await talk(guest, earlier, `oi, ${change}`)
        await talk(earlier, guest, `olá, ${change}`)
      }
      guests.push(guest)
    }

    for (const [one, other] of [
      [ana, bia],
      [bia, ana],
    ] as const) {
      expect(texts(one, other)).toEqual(said)
      expect(await one.api.fetchConversation(other.id)).toMatchObject(
        said.map((text) => ({ text })),
      )
    }
    const count = guests.length + 2
    for (const each of [ana, bia, ...guests]) {
      await waitFor('all are listed', () => each.state.total === count)
      expect(each.hasEnded).toBe(false)
    }
    for (const each of [...guests, bia]) await each.leave()
    await waitFor('Ana is alone', () => ana.state.total === 1)
    await ana.leave()
  })
})
