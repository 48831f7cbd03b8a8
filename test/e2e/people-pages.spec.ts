import type { ServerMessage } from '#contract/protocol.ts'
import { aPerson, people, YOU } from '#test/fakes/people.ts'
import { expect, test } from './e2e.ts'
import { enterScriptedRoom, OWN_STATE, scriptRoom } from './scripted-room.ts'

const ONLINE = people(40).map((person) => ({ ...person, online: true }))
const LAST = aPerson(99, { name: 'Zoé Última' })
const firstPage = ONLINE.slice(0, 30)
const { id } = firstPage.at(-1) ?? LAST
const snapshot: ServerMessage = {
  type: 'snapshot',
  ...OWN_STATE,
  ...{ people: firstPage, next: { online: true, id }, total: 42, online: 42 },
}

test('a list loads to its end although the connection was lost', async ({
  device,
  server,
  bar,
}) => {
  const { page } = await device()
  const resumed: ServerMessage = { ...snapshot, type: 'resumed', events: [] }
  const rest = [...ONLINE.slice(firstPage.length), LAST]
  const room = scriptRoom([snapshot, resumed], ({ type }, connection) => {
    if (type !== 'page') return null
    return connection === 1 ? 'cut' : { type: 'page', people: rest, next: null }
  })
  await enterScriptedRoom(page, server, bar, { room })
  await page.goto(`/bar/${bar.id}/table/${YOU.id}`)
  await expect(page.getByText('Ana Beatriz', { exact: true })).toBeVisible()
  const lastAtTheEnd = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    return page.getByText(LAST.name).count()
  }
  await expect.poll(lastAtTheEnd).toBe(1)
})

test('a search is repeated on the next connection, and is empty only when answered', async ({
  device,
  server,
  bar,
}) => {
  const { page } = await device()
  const room = scriptRoom([snapshot], (message, connection) => {
    if (message.type !== 'search') return null
    if (connection === 1) return message.text === 'Zoé' ? 'cut' : null
    const found = message.text === 'Zoé' ? [LAST] : []
    return { type: 'found', asked: message.text, people: found }
  })
  await enterScriptedRoom(page, server, bar, { room })
  await page.goto(`/bar/${bar.id}/table/${YOU.id}`)
  const nobody = page.getByText('Ninguém encontrado com esse nome ou mesa.')
  const search = page.getByRole('searchbox')
  await search.fill('Zo')
  await expect(page.getByText('Ana Beatriz', { exact: true })).toHaveCount(0)
  await expect(nobody).toHaveCount(0)
  await search.fill('Zoé')
  await expect(page.getByText(LAST.name)).toBeVisible()
  await search.fill('Zoé!')
  await expect(nobody).toBeVisible()
})
