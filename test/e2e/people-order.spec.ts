import type { Locator, Page } from '@playwright/test'
import type { RoomEvent, ServerMessage } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import type { FakeRoom, FakeServer } from '#test/fakes/fake-server.ts'
import { EPOCH } from '#test/fakes/fake-server.ts'
import { aPerson, NOW, people, YOU } from '#test/fakes/people.ts'
import { inList } from '#test/screens/scene.ts'
import { expect, test } from './e2e.ts'

const CROWD = people(30).map((person, index) => ({ ...person, online: index < 20 }))
const [ANA, BRUNO, CAMILA, DIEGO] = CROWD
if (!ANA || !BRUNO || !CAMILA || !DIEGO) throw new Error('too few people')
const NEW = aPerson(700, { name: 'Zuleica', online: true })
const ROOM: FakeRoom = {
  people: CROWD,
  unread: { [ANA.id]: 0, [BRUNO.id]: 2 },
  lastLines: {
    [ANA.id]: { text: 'Guardada 🍻', isOwn: true, at: NOW - 600_000 },
    [BRUNO.id]: { text: 'Bora dividir uma porção?', isOwn: false, at: NOW - 60_000 },
  },
  newcomers: [DIEGO.id, CAMILA.id],
}

test.use({ viewport: { width: 390, height: 844 } })

const rows = (page: Page) => page.getByRole('listitem')
/** Leaves out the strip of newcomers and the conversations. */
const othersIn = (page: Page) =>
  page.getByRole('list', { name: 'No bar agora' }).getByRole('listitem')
const namesIn = (list: Locator) =>
  list
    .getByRole('listitem')
    .evaluateAll((all) => all.map((row) => row.querySelector('[dir=auto]')?.textContent))
const tops = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top))

function sendEvents(
  room: FakeServer,
  number: number,
  events: RoomEvent[],
  counts = { total: 31 + number, online: 21 + number },
): void {
  room.send({ type: 'events', epoch: EPOCH, number: number + 1, ...counts, events })
}

const aWord = (from: string, text: string): ServerMessage => ({
  type: 'message',
  message: {
    id: aPerson(9_000).id,
    number: 3,
    from,
    to: YOU.id,
    text,
    createdAt: NOW + 1_000,
  },
  unread: 3,
})

test('a small phone lists yourself, arrivals and conversations, then others by name, offline collapsed', async ({
  fake,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await inList(ROOM)(fake)
  const list = (name: string) => page.getByRole('list', { name })
  // Above the conversations, however many there are.
  await expect(list('Chegaram agora').getByRole('button', { name: 'Diego' })).toBeInViewport({
    ratio: 1,
  })
  await expect(list('Conversas').getByRole('listitem').first()).toBeInViewport()
  expect(await namesIn(list('Conversas'))).toEqual(['Bruno', 'Ana Beatriz'])
  expect(await namesIn(list('Chegaram agora'))).toEqual(['Diego', 'Camila'])
  const bruno = rows(page).filter({ hasText: 'Bruno' })
  await expect(bruno).toContainText('Bora dividir uma porção?')
  await expect(bruno.getByText('2 mensagens não lidas de Bruno')).toBeAttached()
  await expect(rows(page).filter({ hasText: 'Ana' })).toContainText('Você: Guardada')

  const offline = page.getByRole('button', { name: 'Offline (10)' })
  await expect(offline).toHaveAttribute('aria-expanded', 'false')
  await offline.click()
  await expect(list('Offline (10)').getByRole('listitem')).toHaveCount(10)
})

/** Comes back to the tab. The page's own clock goes on. */
const returnToTab = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test('at the top no row moves by itself; the pill brings the new order', async ({ fake, page }) => {
  await inList(ROOM)(fake)
  const before = await tops(page)
  sendEvents(fake, 3, [
    { kind: 'entered', person: NEW },
    { kind: 'presence', person: { ...CAMILA, online: false } },
    { kind: 'left', personId: DIEGO.id, name: DIEGO.name },
  ])
  const others = othersIn(page)
  const camila = others.filter({ hasText: 'Camila' })
  await expect(camila).toContainText('Status: Offline')
  const diego = others.filter({ hasText: 'Diego' })
  await expect(diego).toContainText('Saiu do bar')
  await expect(page.getByRole('button', { name: '1 pessoa chegou' })).toBeVisible()
  fake.send(aWord(ANA.id, 'Cadê você?'))
  await expect(rows(page).filter({ hasText: 'Ana Beatriz' }).first()).toContainText('Cadê você?')
  const pill = page.getByRole('button', { name: 'Mensagem de Ana Beatriz' })
  await expect(pill).toBeVisible()
  await page.waitForTimeout(3_000)
  expect(await tops(page)).toEqual(before)
  await pill.click()

  const conversations = page.getByRole('list', { name: 'Conversas' })
  await expect.poll(() => namesIn(conversations)).toEqual(['Ana Beatriz', 'Bruno'])
  expect(await namesIn(page.getByRole('list', { name: 'Chegaram agora' }))).toEqual(['Zuleica'])
  await expect(diego).toHaveCount(0)
  await expect(pill).toHaveCount(0)
})

/** One more enters, and no row moves. */
async function enterAsNumber(page: Page, room: FakeServer, total: number): Promise<void> {
  const before = await tops(page)
  sendEvents(room, 1, [{ kind: 'entered', person: NEW }], { total, online: total - 1 })
  await expect(page.getByRole('button', { name: '1 pessoa chegou' })).toBeVisible()
  expect(await tops(page)).toEqual(before)
}

test('the invitation goes with the order alone', async ({ fake, page }) => {
  await inList({ people: [ANA, { ...BRUNO, online: false }] })(fake)
  const invitation = page.getByText('Ainda cabe mais gente aqui.')
  await expect(invitation).toBeVisible()
  await enterAsNumber(page, fake, 4)
  await page.getByRole('button', { name: '1 pessoa chegou' }).click()
  await expect(invitation).toHaveCount(0)
})

test('the search comes and goes with the order alone', async ({ fake, page }) => {
  await inList({ people: people(6) })(fake)
  const search = page.getByRole('searchbox')
  await enterAsNumber(page, fake, 8)
  await page.getByRole('button', { name: '1 pessoa chegou' }).click()
  await expect(search).toBeVisible()
  const before = await tops(page)
  const left = { kind: 'left', personId: NEW.id, name: NEW.name } as const
  sendEvents(fake, 2, [left], { total: 7, online: 6 })
  await expect(othersIn(page).filter({ hasText: NEW.name })).toContainText('Saiu do bar')
  expect(await tops(page)).toEqual(before)
  await returnToTab(page)
  await expect(search).toHaveCount(0)
})

test('the order is renewed when its tab is opened again', async ({ fake, page }) => {
  await inList(ROOM)(fake)
  const abel = aPerson(703, { name: 'Abel', online: true })
  sendEvents(fake, 3, [{ kind: 'entered', person: abel }])
  await expect(page.getByRole('button', { name: '1 pessoa chegou' })).toBeVisible()
  await expect(othersIn(page).filter({ hasText: 'Abel' })).toHaveCount(0)
  await returnToTab(page)
  await expect(othersIn(page).filter({ hasText: 'Abel' })).toBeVisible()
})

test('after a reconnection with a new snapshot no row moves', async ({ fake, page }) => {
  await inList(ROOM)(fake)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('button', { name: 'Offline (10)' })).toBeInViewport()
  const before = await tops(page)
  await fake.enterRoom({ ...ROOM, people: [...CROWD.slice(1), NEW] })
  await fake.close(CLOSE.overloaded)
  const ana = rows(page).filter({ hasText: 'Ana Beatriz' }).first()
  await expect(ana).toContainText('Status: Offline')
  expect(await tops(page)).toEqual(before)
})

test('without a connection nothing says who is online, and no row moves', async ({
  fake,
  page,
}) => {
  await inList(ROOM)(fake)
  const known = page.getByText(/^Status: |\d online$|pode demorar a ver/)
  await expect(known.filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No bar agora' })).toBeVisible()
  const before = await tops(page)
  await fake.disconnect()
  await expect(page.getByText('Sem conexão. Tentando de novo…')).toBeVisible()
  await expect(known.filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'No bar', exact: true })).toBeVisible()
  expect(await tops(page)).toEqual(before)
})

test('a press right after the pill opens nobody', async ({ fake, page }) => {
  await inList(ROOM)(fake)
  sendEvents(fake, 3, [{ kind: 'entered', person: NEW }])
  await page.getByRole('button', { name: '1 pessoa chegou' }).waitFor()
  await page.evaluate(() => {
    const press = (name: string) =>
      [...document.querySelectorAll('button')]
        .find((one) => one.textContent?.includes(name))
        ?.click()
    press('1 pessoa chegou')
    press('Bruno')
  })
  await expect(othersIn(page).filter({ hasText: 'Zuleica' })).toBeVisible()
  await expect(page).toHaveURL(/\/table\//)
  await page.waitForTimeout(300)
  await page.getByRole('button', { name: 'Conversar com Bruno' }).click()
  await expect(page).toHaveURL(/\/chat\//)
})

test('people who are found keep their places while others come and go', async ({ fake, page }) => {
  await inList(ROOM)(fake)
  await page.getByRole('searchbox').fill('a')
  const found = page.getByRole('list', { name: 'Pessoas' })
  await expect(page.getByRole('status').getByText(/encontrad/)).toBeAttached()
  const [names, before] = [await namesIn(found), await tops(page)]
  const gone = CROWD.find(({ name }) => name === names[0])
  if (!gone) throw new Error('nobody was found')
  const come = aPerson(702, { name: 'Abel Anjos', online: true })
  sendEvents(fake, 3, [
    { kind: 'left', personId: gone.id, name: gone.name },
    { kind: 'entered', person: come },
  ])
  await expect.poll(() => namesIn(found)).toEqual([...names, come.name])
  expect((await tops(page)).slice(0, before.length)).toEqual(before)
  await expect(found.getByRole('listitem').first().getByRole('button')).toHaveCount(0)
})

test('scrolled down no row moves; the pill leads to the new rows', async ({ fake, page }) => {
  await inList(ROOM)(fake)
  await page.evaluate(() => scrollTo(0, 900))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900)
  const before = await tops(page)
  const come = [NEW, aPerson(701, { online: true }), aPerson(702, { online: true })]
  const events = come.map((person) => ({ kind: 'entered', person }) as const)
  sendEvents(fake, 3, events)
  const pill = page.getByRole('button', { name: '3 pessoas chegaram' })
  await expect(pill).toBeVisible()
  await page.waitForTimeout(3_000)
  expect(await tops(page)).toEqual(before)
  await pill.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(
    page.getByRole('list', { name: 'Chegaram agora' }).getByRole('button', { name: 'Zuleica' }),
  ).toBeInViewport()
  await expect(pill).toHaveCount(0)
})

test('T52 a list of the longest names loads to its end, where five offline people are not collapsed', async ({
  fake,
  page,
}) => {
  const couple = '👩🏽‍❤️‍💋‍👨🏾'
  const crowd = people(120).map((person, index) => ({
    ...person,
    name: index === 7 ? 'Z'.repeat(40) : index % 2 ? couple.repeat(9) : 'W'.repeat(40),
    table: `${couple.repeat(2)}abc`,
    online: index >= 5,
  }))
  await inList({ people: crowd })(fake)
  const last = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    return rows(page)
      .filter({ hasText: 'Z'.repeat(40) })
      .count()
  }
  await expect.poll(last).toBe(1)
  await expect(page.getByRole('list', { name: 'Offline (5)' }).getByRole('listitem')).toHaveCount(5)
  const wide = () => document.documentElement.scrollWidth - innerWidth
  expect(await page.evaluate(wide)).toBeLessThanOrEqual(0)
})

test('at a desk conversations stay in sight while the others scroll', async ({ fake, page }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await inList(ROOM)(fake)
  const conversation = page.getByRole('button', { name: 'Perfil de Bruno' })
  await expect(conversation).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('button', { name: 'Sair do Bar' })).toBeInViewport()
  await expect(conversation).toBeInViewport({ ratio: 1 })
})
