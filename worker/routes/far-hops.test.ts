import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { toApi, toPage } from '#contract/paths.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { FarBindings } from '#test/cast/far-bindings.ts'
import { noteFigures } from '#test/cast/figures.ts'
import { Page, Venue } from '#test/cast/guest.ts'
import { bytesOf, toDataUrl } from '#test/cast/pictures.ts'
import { aProfile } from '#test/cast/profile.ts'
import { ask, askFromPage, enterBar, OWN_PAGE } from '#test/cast/visitor.ts'

/** Long enough that calls which are made together are seen to be. */
const TRIP_MS = 20

/** How many trips that wait for one another an act makes. */
async function countTrips<T>(act: (bindings: Partial<Env>) => Promise<T>): Promise<[number, T]> {
  const far = new FarBindings(env, TRIP_MS)
  const outcome = await act(far.env)
  return [far.trips, outcome]
}

const openPage = (barId: string, secret: string) => async (bindings: Partial<Env>) => {
  const headers = {
    ...{ Upgrade: 'websocket', Origin: 'https://brinde.test', ...OWN_PAGE },
    'Sec-WebSocket-Protocol': `${SUBPROTOCOL}, ${secret}`,
  }
  const answer = await ask(toApi.socket(barId), { headers }, bindings)
  if (!answer.webSocket) throw new Error(`no socket: ${answer.status}`)
  const page = new Page(answer.webSocket)
  await page.get('snapshot')
  return page
}

test('B7 calls that wait for one another are counted one by one, those at once as one', async () => {
  const [inRow] = await countTrips(async ({ DB }) => {
    await DB?.prepare('SELECT 1').first()
    await DB?.prepare('SELECT 2').first()
  })
  const [atOnce] = await countTrips(async ({ DB, MEDIA }) => {
    await Promise.all([DB?.prepare('SELECT 1').first(), MEDIA?.head('nothing')])
  })
  expect([inRow, atOnce]).toEqual([2, 1])
})

test('B7 from a bar’s link to its name is one trip', async (context) => {
  const { barId } = await Venue.open()
  const [toHtml, page] = await countTrips((far) => ask(toPage.bar(barId), {}, far))
  expect(await page.text()).toContain('Bar do Teste')
  const [toJson, answer] = await countTrips((far) => askFromPage(toApi.bar(barId), {}, far))
  expect(await answer.json()).toMatchObject({ name: 'Bar do Teste' })
  noteFigures(context, { 'trips, link → bar name': toHtml })
  expect([toHtml, toJson]).toEqual([1, 1])
})

test('B7 making a profile, its photo included, is one trip', async (context) => {
  const { barId } = await Venue.open()
  const photo = toDataUrl(bytesOf('jpeg'))
  const [trips, answer] = await countTrips((far) =>
    askFromPage(toApi.people(barId), { method: 'POST', json: aProfile({ photo }) }, far),
  )
  noteFigures(context, { 'trips, form → profile, with a photo': trips })
  expect([trips, answer.status]).toEqual([1, 201])
  await answer.text()
})

test('B7 from a profile to the list is one trip', async (context) => {
  const { barId } = await Venue.open()
  const { secret } = await enterBar(barId)
  const [trips, page] = await countTrips(openPage(barId, secret))
  noteFigures(context, { 'trips, profile → list': trips })
  expect([trips, page.all('snapshot')[0]?.total]).toEqual([1, 1])
})

test('B7 from a chat to its history is one trip', async (context) => {
  const { barId } = await Venue.open()
  const [ana, bia] = [await enterBar(barId), await enterBar(barId)]
  const path = toApi.conversation(barId, bia.person.id)
  const [trips, answer] = await countTrips((far) => askFromPage(path, { secret: ana.secret }, far))
  noteFigures(context, { 'trips, chat → history': trips })
  expect([trips, await answer.json()]).toEqual([1, { messages: [], hasEarlier: false }])
})

test('B7 from sending to being seen the Worker makes no trip: the two sockets are the one', async (context) => {
  const { barId } = await Venue.open()
  const [ana, bia] = [await enterBar(barId), await enterBar(barId)]
  const far = new FarBindings(env, TRIP_MS)
  const anas = await openPage(barId, ana.secret)(far.env)
  const bias = await openPage(barId, bia.secret)(far.env)
  const before = far.trips
  anas.send({ type: 'say', id: crypto.randomUUID(), to: bia.person.id, text: 'oi' })
  await bias.get('message')
  noteFigures(context, { 'trips, send → seen, beside the sockets': far.trips - before })
  expect([before, far.trips - before]).toEqual([2, 0])
})
