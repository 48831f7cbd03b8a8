import { beforeEach, expect, test } from 'vitest'
import { toApi } from '#contract/paths.ts'
import { askFromPage, enterBar, failureOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
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
  expect(await (await (await meet()).read()).json()).toEqual({ messages: [], hasEarlier: false })
})

test.each(['?before=1', '?after=0', '?after=7'])('a page %s is read', async (query) => {
  expect((await (await meet()).read(query)).status).toBe(200)
})

test.each([
  ...['?before=1&after=1', '?before=-1', '?before=1e3', '?after=NaN', '?after=01'],
  ...['?after=9999999999999999', '?before=', '?limit=1000', '?__proto__=1'],
])('the query %s is refused', async (query) => {
  expect(await failureOf(await (await meet()).read(query))).toBe('400 invalid_request')
})

test('T5 a conversation with oneself, with nobody or with somebody of another bar is not found', async () => {
  const { ana, read } = await meet()
  const elsewhere = await enterBar((await Bar.open()).barId)
  const nobody = '00000000-0000-4000-8000-000000000000'
  for (const partner of [ana.person.id, nobody, elsewhere.person.id, 'admin-dashboard', '%00']) {
    expect(await failureOf(await read('', partner))).toBe('404 person_not_found')
  }
})

test('T57 T13 over HTTP each side of a block gets the answer that somebody who is not here gets', async () => {
  const { barId, ana, bia, read } = await meet()
  const blocked = await askFromPage(toApi.block(barId, ana.person.id), {
    method: 'PUT',
    secret: bia.secret,
  })
  expect(blocked.ok).toBe(true)
  const theirs = askFromPage(toApi.conversation(barId, ana.person.id), { secret: bia.secret })
  const nobody = await read('', '00000000-0000-4000-8000-000000000000')
  const [status, body] = [nobody.status, await nobody.text()]
  for (const answer of [await read(), await theirs]) {
    expect([answer.status, await answer.text()]).toEqual([status, body])
  }
})
