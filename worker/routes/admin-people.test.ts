import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { Clearing } from '#contract/clearing.ts'
import type { Entered } from '#contract/entered.ts'
import { API } from '#contract/paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { actsIn, anAct, askAsAdmin, someone } from '#test/worker/admin.ts'
import { askFromPage, enterBar, failureOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { keepAct } from '#worker/db/acts.ts'
import { roomOf } from '#worker/durable-objects.ts'

test('T8 T50 T59 a removal ends every visit of a browser, with an act that says who, when and why', async () => {
  const { barId, accountId, ask } = await board()
  const { person, secret, mark } = await enterBar(barId, { name: 'Zenaide' })
  const second = await enterBar(barId, { name: 'Zenaide de novo', mark })
  const before = Date.now()
  const path = address(ADMIN_API.removal, { barId, personId: second.person.id })
  for (const json of [undefined, {}, { reason: 'x' }, { reason: 'other', note: 'x' }]) {
    expect(await failureOf(await ask(path, 'PUT', json))).toMatch(/^4(?:00|15) /)
  }
  expect(await actsIn(barId)).toEqual([])
  expect((await ask(path, 'PUT', { reason: 'harassment' })).status).toBe(204)
  const acts = await actsIn(barId)
  expect(acts.map(({ personId }) => personId).sort()).toEqual([person.id, second.person.id].sort())
  for (const act of acts) {
    expect(act).toMatchObject({ kind: 'person_removed', accountId, reason: 'harassment' })
    expect(act.at).toBeGreaterThanOrEqual(before)
  }
  expect(JSON.stringify(acts)).not.toContain('Zenaide')
  expect(await failureOf(await askFromPage(address(API.visit, { barId }), { secret }))).toBe(
    '410 visit_ended',
  )
})

test('T59 a removal whose answer was lost leaves its act when it is repeated, and one act', async () => {
  const { barId, accountId, ask } = await board()
  const { person } = await enterBar(barId)
  // The room has done it, and its Worker has died.
  await roomOf(env, barId).remove(person.id, accountId, 'other')
  const path = address(ADMIN_API.removal, { barId, personId: person.id })
  for (const _ of ['repeated', 'and again']) {
    expect((await ask(path, 'PUT', { reason: 'other' })).status).toBe(204)
  }
  expect(await actsIn(barId)).toMatchObject([{ kind: 'person_removed', personId: person.id }])
})

test.each([
  ['removal_undone', ADMIN_API.removal, {}],
  ['network_cleared', ADMIN_API.personNetwork, { people: 1 }],
  ['bar_emptied', ADMIN_API.people, { people: 1 }],
] as const)(
  'T59 %s is in the record although the answer of the room was lost',
  async (kind, path, about) => {
    const { barId, accountId, ask } = await board('10.1.2.3')
    const { person } = await enterBar(barId)
    if (kind === 'removal_undone') await roomOf(env, barId).remove(person.id, accountId, 'other')
    const asked = address(path, { barId, personId: person.id })
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await failureOf(await ask(asked, 'DELETE', undefined, losingAnswers()))).toBe(
      '503 unavailable',
    )
    expect(logged).toHaveBeenCalledOnce()
    expect(await actsIn(barId)).toMatchObject([{ kind, accountId, ...about }])
  },
)

test('T8 T59 the board lists removals with their reason and undoes them with an act; bad ids are 404', async () => {
  const { barId, accountId, ask } = await board()
  const { person } = await enterBar(barId, { name: 'Zenaide', table: '12' })
  const path = address(ADMIN_API.removal, { barId, personId: person.id })
  await ask(path, 'PUT', { reason: 'insult' })
  expect(await (await ask(address(ADMIN_API.removals, { barId }))).json()).toEqual([
    {
      personId: person.id,
      name: 'Zenaide',
      table: '12',
      reason: 'insult',
      removedAt: expect.any(Number),
    },
  ])
  expect((await ask(path, 'DELETE')).status).toBe(204)
  for (const id of [person.id, 'x', 'admin-dashboard', '__proto__']) {
    for (const nobody of [
      address(ADMIN_API.removal, { barId, personId: id }),
      address(ADMIN_API.personNetwork, { barId, personId: id }),
    ]) {
      expect(await failureOf(await ask(nobody, 'DELETE'))).toBe('404 person_not_found')
    }
  }
  expect(await (await ask(address(ADMIN_API.removals, { barId }))).json()).toEqual([])
  expect((await actsIn(barId)).slice(1)).toEqual([
    { at: expect.any(Number), kind: 'removal_undone', accountId, personId: person.id },
  ])
})

test('the board counts and clears another network or the whole bar, and records who did it', async () => {
  const { barId, accountId, email, ask } = await board('10.1.2.3')
  const read = async (path: string, method = 'GET') => (await ask(path, method)).json()
  const everybody = address(ADMIN_API.people, { barId })
  expect(await read(everybody)).toEqual({ people: 0, last: null })
  const enterFrom = async (network: string) => {
    const question = { method: 'POST', json: aProfile(), address: network }
    const entered = await (
      await askFromPage(address(API.people, { barId }), question)
    ).json<Entered>()
    return address(ADMIN_API.personNetwork, { barId, personId: entered.person.id })
  }
  const own = await enterFrom('10.1.2.3')
  const [network = ''] = [await enterFrom('10.9.9.9'), await enterFrom('10.9.9.9')]
  expect(await read(everybody)).toEqual({ people: 3, last: null })
  expect(await read(network)).toEqual({ people: 2, isOwn: false })
  expect(await read(own)).toEqual({ people: 1, isOwn: true })
  expect(await failureOf(await ask(own, 'DELETE'))).toBe('409 own_network')
  expect(await read(network, 'DELETE')).toEqual({ people: 2 })
  const last = (people: number) => ({ at: expect.any(Number), people, by: email })
  expect(await read(everybody)).toEqual({ people: 1, last: last(2) })
  expect(await read(everybody, 'DELETE')).toEqual({ people: 1 })
  expect(await read(everybody)).toEqual({ people: 0, last: last(1) })
  expect(await actsIn(barId)).toEqual([
    { at: expect.any(Number), kind: 'network_cleared', accountId, people: 2 },
    { at: expect.any(Number), kind: 'bar_emptied', accountId, people: 1 },
  ])
})

test('T34 staff read when visits were ended, and not by whom', async () => {
  const { barId } = await Bar.open()
  const [owner, staff] = [await someone('owner', barId), await someone('staff', barId)]
  const clearing = { kind: 'bar_emptied', accountId: owner.account.id, barId, people: 3 } as const
  await keepAct(env.DB, anAct(clearing))
  const path = address(ADMIN_API.people, { barId })
  const byWhom = async ({ ask }: typeof owner) => (await (await ask(path)).json<Clearing>()).last
  expect(await byWhom(owner)).toMatchObject({ people: 3, by: owner.account.email })
  expect(await byWhom(staff)).toMatchObject({ people: 3, by: null })
})

test('the board shows no clearing of the night before or of another bar', async () => {
  const [{ barId, accountId, ask }, other] = [await board(), await Bar.open()]
  const clearing = { kind: 'bar_emptied', accountId, people: 3 } as const
  const at = Date.now() - TIMINGS.visitMs
  await keepAct(env.DB, anAct({ ...clearing, barId, at }))
  await keepAct(env.DB, anAct({ ...clearing, barId: other.barId }))
  expect(await (await ask(address(ADMIN_API.people, { barId }))).json()).toEqual({
    people: 0,
    last: null,
  })
  await keepAct(env.DB, anAct({ ...clearing, barId, at: at + 60_000 }))
  expect(await (await ask(address(ADMIN_API.people, { barId }))).json()).toMatchObject({
    last: { people: 3 },
  })
})

async function board(address = '10.0.0.1') {
  const { barId } = await Bar.open()
  const { account, token } = await someone('admin', barId)
  const ask = (path: string, method = 'GET', json?: unknown, bindings?: Partial<Env>) =>
    askAsAdmin(path, { method, token, address, json }, bindings)
  return { barId, accountId: account.id, email: account.email, ask }
}

/** Rooms that do what ends a visit or a removal, and whose answers to it are lost. */
function losingAnswers(): Partial<Env> {
  const getByName = (name: string) => {
    const room = env.BAR_ROOM.getByName(name)
    return new Proxy(room, {
      get:
        (_, method: keyof typeof room) =>
        async (...values: never[]) => {
          const answer = await (room[method] as (...values: never[]) => unknown)(...values)
          if (method.startsWith('count')) return answer
          throw Object.assign(new Error('lost'), { retryable: true })
        },
    })
  }
  return { BAR_ROOM: { ...env.BAR_ROOM, getByName } as Env['BAR_ROOM'] }
}
