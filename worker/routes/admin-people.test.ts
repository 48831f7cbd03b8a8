import { expect, test } from 'vitest'
import { toAdminPeople, toPersonNetwork, toRemoval, toRemovals } from '#contract/admin-paths.ts'
import type { Entered } from '#contract/entered.ts'
import { toApi } from '#contract/paths.ts'
import type { Removal } from '#contract/removals.ts'
import { REMOVAL_REASONS } from '#contract/removals.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { actsIn, addAdmin, askAsAdmin, signIn } from '#test/worker/admin.ts'
import { askFromPage, aVisit, enterBar, failureOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'

test('T8 T50 T59 an administrator removes a person, and a row says who did, when and why', async () => {
  const { barId, person, secret, deviceKey, mark } = await aVisit({ name: 'Zenaide' })
  const admin = await addAdmin()
  const token = await signIn(admin)
  const before = Date.now()
  const removal = { method: 'PUT', token, json: { reason: 'harassment' } }
  expect((await askAsAdmin(toRemoval(barId, person.id), removal)).status).toBe(204)
  const [act, ...others] = await actsIn(barId)
  expect(act).toEqual({
    ...{ at: expect.any(Number), kind: 'person_removed', accountId: admin.id },
    ...{ personId: person.id, reason: 'harassment' },
  })
  expect(act?.at).toBeGreaterThanOrEqual(before)
  expect(others).toEqual([])

  expect(await failureOf(await askFromPage(toApi.visit(barId), { secret }))).toBe('410 visit_ended')
  const json = { deviceKey }
  for (const path of [toApi.recognise(barId), toApi.continue(barId)]) {
    expect(await failureOf(await askFromPage(path, { method: 'POST', json }))).toBe('403 removed')
  }
  for (const proof of [{ deviceKey }, { mark }]) {
    const anew = { method: 'POST', json: aProfile(proof) }
    expect(await failureOf(await askFromPage(toApi.people(barId), anew))).toBe('403 removed')
  }
  expect((await enterBar((await Bar.open()).barId, { deviceKey })).recovered).toBeNull()
})

test('T8 what is no id is nobody', async () => {
  const { barId, ask } = await board()
  for (const id of ['x', 'admin-dashboard', '__proto__']) {
    for (const answer of [
      await ask(toRemoval(barId, id), 'PUT', { reason: 'other' }),
      await ask(toRemoval(barId, id), 'DELETE'),
      await ask(toPersonNetwork(barId, id), 'DELETE'),
    ])
      expect(await failureOf(answer)).toBe('404 person_not_found')
  }
})

test('T50 T59 a removal without one of the reasons removes nobody', async () => {
  const { barId, ask } = await board()
  const { person } = await enterBar(barId)
  for (const json of [undefined, {}, { reason: 'x' }, { reason: 'other', note: 'x' }]) {
    const answer = await ask(toRemoval(barId, person.id), 'PUT', json)
    expect(await failureOf(answer)).toMatch(/^4(?:00|15) /)
  }
  expect(await actsIn(barId)).toEqual([])
  for (const reason of REMOVAL_REASONS) {
    const { person } = await enterBar(barId)
    expect((await ask(toRemoval(barId, person.id), 'PUT', { reason })).status).toBe(204)
  }
  const listed = await (await ask(toRemovals(barId))).json<Removal[]>()
  expect(listed.map(({ reason }) => reason).sort()).toEqual([...REMOVAL_REASONS].sort())
})

test('T13 T59 the board lists who was removed, with the reason, and lets them in again, and a row says who did', async () => {
  const { barId, accountId, ask } = await board()
  const { person, mark } = await enterBar(barId, { name: 'Zenaide', table: '12' })
  await ask(toRemoval(barId, person.id), 'PUT', { reason: 'insult' })
  const anew = { method: 'POST', json: aProfile({ mark }) }
  expect(await failureOf(await askFromPage(toApi.people(barId), anew))).toBe('403 removed')
  const [removal, ...more] = await (await ask(toRemovals(barId))).json<Removal[]>()
  expect(removal).toEqual({
    ...{ personId: person.id, name: 'Zenaide', table: '12' },
    ...{ reason: 'insult', removedAt: expect.any(Number) },
  })
  expect(more).toEqual([])
  expect((await ask(toRemoval(barId, person.id), 'DELETE')).status).toBe(204)
  expect(await failureOf(await ask(toRemoval(barId, person.id), 'DELETE'))).toBe(
    '404 person_not_found',
  )
  expect(await (await ask(toRemovals(barId))).json()).toEqual([])
  expect((await askFromPage(toApi.people(barId), anew)).status).toBe(201)
  expect((await actsIn(barId)).slice(1)).toEqual([
    { at: expect.any(Number), kind: 'removal_undone', accountId, personId: person.id },
  ])
})

test('the board says how many are in, empties the bar and shows who did it', async () => {
  const { barId, accountId, email, ask } = await board()
  expect(await (await ask(toAdminPeople(barId))).json()).toEqual({ people: 0, last: null })
  const { secret, deviceKey, mark } = await enterBar(barId, { name: 'Ana' })
  await enterBar(barId, { name: 'Bia' })
  expect(await (await ask(toAdminPeople(barId))).json()).toEqual({ people: 2, last: null })
  expect(await (await ask(toAdminPeople(barId), 'DELETE')).json()).toEqual({ people: 2 })
  expect(await (await ask(toAdminPeople(barId))).json()).toEqual({
    people: 0,
    last: { at: expect.any(Number), people: 2, by: email },
  })
  expect(await actsIn(barId)).toEqual([
    { at: expect.any(Number), kind: 'bar_emptied', accountId, people: 2 },
  ])
  expect(await failureOf(await askFromPage(toApi.visit(barId), { secret }))).toBe('410 visit_ended')
  expect((await enterBar(barId, { deviceKey, mark })).recovered).toBeNull()
})

test('everybody of a network goes with one person of it, and never with the board itself', async () => {
  const { barId, accountId, email, ask } = await board('10.1.2.3')
  const crowd = await Promise.all(['A', 'B', 'C'].map((name) => enterFrom(barId, '10.9.9.9', name)))
  const ana = await enterFrom(barId, '10.1.2.3', 'Ana')
  const [first] = crowd as [Entered]
  const network = toPersonNetwork(barId, first.person.id)
  const own = toPersonNetwork(barId, ana.person.id)
  expect(await (await ask(network)).json()).toEqual({ people: 3, isOwn: false })
  expect(await (await ask(own)).json()).toEqual({ people: 1, isOwn: true })
  expect(await failureOf(await ask(own, 'DELETE'))).toBe('409 own_network')
  expect(await (await ask(network, 'DELETE')).json()).toEqual({ people: 3 })
  expect(await (await ask(toAdminPeople(barId))).json()).toEqual({
    people: 1,
    last: { at: expect.any(Number), people: 3, by: email },
  })
  expect(await actsIn(barId)).toEqual([
    { at: expect.any(Number), kind: 'network_cleared', accountId, people: 3 },
  ])
  expect((await enterFrom(barId, '10.9.9.9', 'A')).person.name).toBe('A')
})

async function board(address = '10.0.0.1') {
  const { barId } = await Bar.open()
  const { id: accountId, email } = await addAdmin()
  const token = await signIn({ id: accountId })
  const ask = (path: string, method = 'GET', json?: unknown) =>
    askAsAdmin(path, { method, token, address, json })
  return { barId, accountId, email, ask }
}

async function enterFrom(barId: string, address: string, name: string): Promise<Entered> {
  const json = aProfile({ name })
  return (await askFromPage(toApi.people(barId), { method: 'POST', json, address })).json<Entered>()
}
