import { expect, test, vi } from 'vitest'
import { toAdminPerson } from '#contract/admin-paths.ts'
import { toApi } from '#contract/paths.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { addAdmin, askAsAdmin, signIn } from '#test/worker/admin.ts'
import { askFromPage, enterBar, failureOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'

test('T8 T50 an administrator removes a person, and the log says who did and when', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { barId } = await Bar.open()
  const { person, secret, deviceKey, mark } = await enterBar(barId, { name: 'Zenaide' })
  const admin = await addAdmin()
  const token = await signIn(admin)
  const before = Date.now()
  const answer = await askAsAdmin(toAdminPerson(barId, person.id), { method: 'DELETE', token })
  expect(answer.status).toBe(204)
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)))
  const removals = lines.filter(({ event }) => event === 'person_removed')
  expect(removals).toEqual([
    { event: 'person_removed', barId, adminId: admin.id, at: expect.any(String) },
  ])
  expect(Date.parse(removals[0].at)).toBeGreaterThanOrEqual(before)

  expect(await failureOf(await askFromPage(toApi.visit(barId), { secret }))).toBe('410 visit_ended')
  const json = { deviceKey }
  for (const path of [toApi.recognise(barId), toApi.continue(barId)]) {
    expect(await failureOf(await askFromPage(path, { method: 'POST', json }))).toBe('403 removed')
  }
  for (const proof of [{ deviceKey }, { mark }]) {
    const anew = { method: 'POST', json: aProfile(proof) }
    expect(await failureOf(await askFromPage(toApi.people(barId), anew))).toBe('403 removed')
  }
  const other = await Bar.open()
  expect((await enterBar(other.barId, { deviceKey })).recovered).toBeNull()
})

test('T8 what is no id removes nobody', async () => {
  const { barId } = await Bar.open()
  const token = await signIn(await addAdmin())
  const unknown = ['x', 'admin-dashboard', '__proto__']
  for (const id of unknown) {
    const answer = await askAsAdmin(toAdminPerson(barId, id), { method: 'DELETE', token })
    expect(await failureOf(answer)).toBe('404 person_not_found')
  }
})
