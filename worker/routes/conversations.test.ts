import { beforeEach, expect, test } from 'vitest'
import { toApi } from '#contract/paths.ts'
import { askFromPage, enterBar, failureOf, statusOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

async function meet() {
  const { barId } = await Bar.open()
  const [ana, bia] = [await enterBar(barId), await enterBar(barId, { name: 'Bia' })]
  const read = (query = '', partner = bia.person.id) =>
    askFromPage(toApi.conversation(barId, partner) + query, { secret: ana.secret })
  return { ana, read }
}

test('a conversation that has not begun is empty, and a page of it is asked for by one number', async () => {
  const { read } = await meet()
  expect(await (await read()).json()).toEqual({ messages: [], hasEarlier: false })
  for (const query of ['?before=1', '?after=0', '?after=7']) {
    expect(await statusOf(read(query))).toBe(200)
  }
  for (const query of [
    ...['?before=1&after=1', '?before=-1', '?before=1e3', '?after=NaN', '?after=01'],
    ...['?after=9999999999999999', '?before=', '?limit=1000', '?__proto__=1'],
  ]) {
    expect([query, await failureOf(await read(query))]).toEqual([query, '400 invalid_request'])
  }
})

test('T5 a conversation with oneself, with nobody or with somebody of another bar is not found', async () => {
  const { ana, read } = await meet()
  const elsewhere = await enterBar((await Bar.open()).barId)
  const nobody = '00000000-0000-4000-8000-000000000000'
  for (const partner of [ana.person.id, nobody, elsewhere.person.id, 'admin-dashboard', '%00']) {
    expect(await failureOf(await read('', partner))).toBe('404 person_not_found')
  }
})
