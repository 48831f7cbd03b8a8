import { expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { API } from '#contract/paths.ts'
import { askFromPage, enterBar, failureOf, statusOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'

test('a new conversation is empty, and a page of it needs exactly one number', async () => {
  const { barId } = await Bar.open()
  const [ana, bia] = [await enterBar(barId), await enterBar(barId, { name: 'Bia' })]
  const read = (query = '') =>
    askFromPage(address(API.conversation, { barId, personId: bia.person.id }) + query, {
      secret: ana.secret,
    })
  expect(await (await read()).json()).toEqual({ messages: [], hasEarlier: false })
  for (const query of ['?before=1', '?after=0', '?after=7']) {
    expect(await statusOf(read(query))).toBe(200)
  }
  for (const query of [
    '?before=1&after=1',
    '?before=-1',
    '?before=1e3',
    '?after=NaN',
    '?after=01',
    '?after=9999999999999999',
    '?before=',
    '?limit=1000',
    '?__proto__=1',
  ]) {
    expect([query, await failureOf(await read(query))]).toEqual([query, '400 invalid_request'])
  }
})
