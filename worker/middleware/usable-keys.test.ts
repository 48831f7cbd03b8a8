import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { toApi } from '#contract/paths.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { addAdmin, anAddress, askAsAdmin, signIn } from '#test/worker/admin.ts'
import { ask, askFromPage, aVisit, failureOf, ORIGIN, statusOf } from '#test/worker/requests.ts'
import { readVisitSecret } from '#worker/auth/tokens.ts'

const NEW_KEY = 'a-new-key-of-this-test-that-is-long-enough'

test.each([
  ['VISIT_SIGNING_KEY', 'x'.repeat(31)],
  ['VISIT_SIGNING_KEY', ''],
  ['VISIT_SIGNING_KEY', `2:${NEW_KEY} 1:short`],
  ['PASSWORD_PEPPER', `2:${NEW_KEY},1:${NEW_KEY}`],
  ['VAPID_PRIVATE_KEY', 'x'.repeat(44)],
  ['VAPID_PRIVATE_KEY', ''],
])('with %s = %j every request is a 500 that the log explains', async (name, secret) => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const path of ['/', toApi.bar('K7M2QX'), '/api/nope']) {
    expect(await failureOf(await ask(path, {}, { [name]: secret }))).toBe('500 internal')
  }
  const logged = lines.mock.calls.map(([line]) => JSON.parse(line))
  expect(logged[0]).toEqual({ event: 'key_unusable', level: 'error', setting: name })
  expect(logged).toHaveLength(3)
})

test('a signing key that is replaced in mid-evening ends nobody’s visit', async () => {
  const { barId, secret, deviceKey, person } = await aVisit()
  const replaced = { VISIT_SIGNING_KEY: `2:${NEW_KEY} 1:${env.VISIT_SIGNING_KEY}` }
  const status = (bindings: Partial<Env>) =>
    statusOf(askFromPage(toApi.visit(barId), { secret }, bindings))
  const upgrade = async (bindings: Partial<Env>) => {
    const protocols = `${SUBPROTOCOL}, ${secret}`
    const headers = { Upgrade: 'websocket', Origin: ORIGIN, 'Sec-WebSocket-Protocol': protocols }
    const answer = await ask(toApi.socket(barId), { headers }, bindings)
    answer.webSocket?.accept()
    answer.webSocket?.close()
    return answer.status
  }
  expect([await status(replaced), await upgrade(replaced)]).toEqual([200, 101])
  const again = { method: 'POST', json: { deviceKey } }
  const continued = await askFromPage(toApi.continue(barId), again, replaced)
  expect(await continued.json()).toMatchObject({ person: { id: person.id } })
  // The room has the keys of its own start.
  expect(readVisitSecret(replaced.VISIT_SIGNING_KEY, secret)).not.toBeNull()
  expect(await status({ VISIT_SIGNING_KEY: `2:${NEW_KEY}` })).toBe(401)
})

test('T32 a pepper that is replaced ends no session', async () => {
  const token = await signIn(await addAdmin())
  const replaced = { PASSWORD_PEPPER: `2:${NEW_KEY} 1:${env.PASSWORD_PEPPER}` }
  const request = { token, address: anAddress() }
  expect((await askAsAdmin(ADMIN_API.bars, request, replaced)).status).toBe(200)
})
