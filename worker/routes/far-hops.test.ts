import { env } from 'cloudflare:workers'
import type { TestContext } from 'vitest'
import { beforeEach, expect, inject, test } from 'vitest'
import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { API } from '#contract/paths.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { toUpgradeQuery } from '#contract/upgrade-query.ts'
import { bytesOf, claiming, toDataUrl } from '#test/fakes/pictures.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { askForSocket } from '#test/worker/admin.ts'
import { FarBindings } from '#test/worker/far-bindings.ts'
import { noteFigures } from '#test/worker/figures.ts'
import { ask, askFromPage, aVisit, enterBar, statusOf } from '#test/worker/requests.ts'
import { acceptSocket, Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Long enough to see which calls run in parallel. The bench uses real distances. */
    tripMs: number
  }
}

// A later alarm of these rooms would query the database of the next file.
beforeEach(stopClock)

/** Counts the sequential trips of one request, and records them with its time. */
async function countTrips<T>(
  context: TestContext,
  name: string,
  act: (bindings: Partial<Env>) => Promise<T>,
  far = new FarBindings(env, inject('tripMs')),
): Promise<[number, T]> {
  const [before, startedAt] = [far.trips, performance.now()]
  const outcome = await act(far.env)
  const [trips, ms] = [far.trips - before, performance.now() - startedAt]
  noteFigures(context, { [`trips, ${name}`]: trips, [`ms, ${name}`]: ms })
  return [trips, outcome]
}

const openPage =
  (barId: string, secret: string, chat: string | null = null) =>
  async (bindings: Partial<Env>) => {
    const path = address(API.socket, { barId }) + toUpgradeQuery(null, chat)
    const answer = await askForSocket(path, `${SUBPROTOCOL}, ${secret}`, undefined, bindings)
    if (!answer.webSocket) throw new Error(`no socket: ${answer.status}`)
    const page = await acceptSocket(answer.webSocket)
    await page.get('snapshot')
    return page
  }

test('B7 a bar’s name takes one trip from its link', async (context) => {
  const { barId } = await Bar.open()
  const [toHtml, page] = await countTrips(context, 'link → bar name', (far) =>
    ask(address(PAGES.bar, { barId }), {}, far),
  )
  expect([toHtml, await page.text()]).toEqual([1, expect.stringContaining('Bar do Teste')])
  const [toJson, answer] = await countTrips(context, 'bar name, by the API', (far) =>
    askFromPage(address(API.bar, { barId }), {}, far),
  )
  expect([toJson, await answer.json()]).toMatchObject([1, { name: 'Bar do Teste' }])
})

test('B7 making a profile with its photo takes one trip', async (context) => {
  const { barId } = await Bar.open()
  await (await ask(address(PAGES.bar, { barId }))).text()
  const thumbnail = toDataUrl(claiming('jpeg', 4, 4))
  const json = aProfile({ photo: toDataUrl(bytesOf('jpeg')), thumbnail })
  const [trips, answer] = await countTrips(context, 'form → profile, with a photo', (far) =>
    askFromPage(address(API.people, { barId }), { method: 'POST', json }, far),
  )
  expect([trips, await statusOf(answer)]).toEqual([1, 201])
})

test('B7 the list takes one trip from a profile', async (context) => {
  const { barId, secret } = await aVisit()
  const [trips, page] = await countTrips(context, 'profile → list', openPage(barId, secret))
  expect([trips, page.all('snapshot')[0]?.total]).toEqual([1, 1])
})

test('B7 a chat that is opened by its address has its history with the trip of its socket', async (context) => {
  const { barId } = await Bar.open()
  const [{ secret }, bia] = [await enterBar(barId), await enterBar(barId)]
  const [trips, history] = await countTrips(context, 'chat → history, cold', async (far) =>
    (await openPage(barId, secret, bia.person.id)(far)).get('history'),
  )
  expect([trips, history]).toMatchObject([1, { personId: bia.person.id, hasMore: false }])
})

test('B7 the history takes no trip of the Worker from a chat beside the list', async (context) => {
  const { barId } = await Bar.open()
  const [{ secret }, bia] = [await enterBar(barId), await enterBar(barId)]
  const far = new FarBindings(env, inject('tripMs'))
  const page = await openPage(barId, secret)(far.env)
  const ask = () => page.history(bia.person.id)
  const [trips, answer] = await countTrips(context, 'chat → history, beside the list', ask, far)
  expect([trips, answer]).toMatchObject([0, { type: 'history', messages: [] }])
})

test('B7 a message on open sockets takes no trip of the Worker', async (context) => {
  const { barId } = await Bar.open()
  const [ana, bia] = [await enterBar(barId), await enterBar(barId)]
  const far = new FarBindings(env, inject('tripMs'))
  const anas = await openPage(barId, ana.secret)(far.env)
  const bias = await openPage(barId, bia.secret)(far.env)
  const opened = far.trips
  const say = async () => {
    anas.send({ type: 'say', id: crypto.randomUUID(), to: bia.person.id, text: 'oi' })
    await bias.get('message')
  }
  const [trips] = await countTrips(context, 'send → seen, beside the sockets', say, far)
  expect([opened, trips]).toEqual([2, 0])
})
