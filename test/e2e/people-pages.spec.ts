import type { WebSocketRoute } from '@playwright/test'
import type { ClientMessage, ServerMessage } from '#contract/protocol.ts'
import { PING, PONG } from '#contract/protocol.ts'
import { ROOM_SOCKET } from '#test/fakes/fake-server.ts'
import { aPerson, people, YOU } from '#test/fakes/people.ts'
import { expect, test } from './e2e.ts'

const ONLINE = people(40).map((person) => ({ ...person, online: true }))
const LAST = aPerson(99, { name: 'Zoé Última' })
const firstPage = ONLINE.slice(0, 30)
const rest = [...ONLINE.slice(firstPage.length), LAST]
const { id } = firstPage.at(-1) ?? LAST
const state = {
  now: Date.now(),
  epoch: 'e1',
  number: 1,
  you: YOU,
  conversations: [],
  lastLines: [],
  newcomers: [],
  total: 42,
  online: 42,
  people: firstPage,
  next: { online: true, id },
}

/** The first connection is lost at the second search, the next one where the page after the first is asked for. */
function answer(socket: WebSocketRoute, connection: number): void {
  const say = (message: ServerMessage) => socket.send(JSON.stringify(message))
  const cut = () => void socket.close({ code: 1011 })
  socket.onMessage((frame) => {
    if (frame === PING) return socket.send(PONG)
    const message: ClientMessage = JSON.parse(String(frame))
    if (message.type === 'search') {
      const isLast = message.text === 'Zoé'
      if (connection > 1) say({ type: 'found', asked: message.text, people: isLast ? [LAST] : [] })
      else if (isLast) cut()
    }
    if (message.type === 'page') {
      if (connection > 2) say({ type: 'page', people: rest, next: null })
      else if (connection === 2) cut()
    }
  })
  say(connection === 1 ? { type: 'snapshot', ...state } : { type: 'resumed', events: [], ...state })
}

test('a search survives a reconnection and is empty only once answered; a list still loads to its end', async ({
  fake,
  page,
}) => {
  await fake.enterRoom({ people: [] })
  let connections = 0
  await page.routeWebSocket(ROOM_SOCKET, (socket) => {
    connections += 1
    answer(socket, connections)
  })
  await fake.open(`/bar/${fake.bar.id}/table/${YOU.id}`)
  const nobody = page.getByText('Ninguém encontrado com esse nome ou mesa.')
  const search = page.getByRole('searchbox')
  await search.fill('Zo')
  await expect(page.getByText('Ana Beatriz', { exact: true })).toHaveCount(0)
  await expect(nobody).toHaveCount(0)
  await search.fill('Zoé')
  await expect(page.getByText(LAST.name)).toBeVisible()
  const told = page.getByRole('status').getByText(/encontrad/)
  await expect(told).toHaveText('1 pessoa encontrada')
  await search.fill('Zoé!')
  await expect(nobody).toBeVisible()
  await expect(told).toHaveText('Ninguém encontrado.')

  await search.fill('')
  const lastAtTheEnd = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    return page.getByText(LAST.name).count()
  }
  await expect.poll(lastAtTheEnd).toBe(1)
  expect(connections).toBe(3)
})
