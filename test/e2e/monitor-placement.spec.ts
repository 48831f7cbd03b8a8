import type { Locator } from '@playwright/test'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { toHour } from '#contract/bar-hours.ts'
import { bars, rooms } from '#test/fakes/admin-data.ts'
import { FakeServer } from '#test/fakes/fake-server.ts'
import { aCall, aMonitoredPerson, changes } from '#test/fakes/monitor.ts'
import { NOW } from '#test/fakes/people.ts'
import { test as base, expect } from './e2e.ts'
import type { MonitorPage } from './monitor-page.ts'
import { someOf } from './run-scope.ts'

const PHONE = { width: 430, height: 932 }
const DESK = { width: 1280, height: 800 }

const test = base.extend<{ openBars: (count: number, calls?: number) => Promise<MonitorPage> }>({
  /** Opens the board of so many bars with people, and as many calls for help in the first. */
  openBars: async ({ monitor, server, bar }, use) => {
    await use(async (count, calls = 0) => {
      const board = await monitor()
      const fake = await FakeServer.start(board.page, server.origin, bar)
      const numbers = Array.from({ length: count }, (_, index) => 14 - index)
      const help = Array.from({ length: calls }, (_, index) => aCall(`Gabi ${index}`))
      await fake.signIn({ bars: bars(count), board: { rooms: rooms(numbers) }, help })
      await fake.answer(address(ADMIN_API.personNetwork, { barId: '*', personId: '*' }), {
        people: 1,
        isOwn: false,
      })
      for (const [index, peak] of [20, 4].entries()) {
        const hours = [{ hour: toHour(NOW), peak, visits: peak }]
        const { id: barId = '' } = bars(count)[index] ?? {}
        await fake.answer(address(ADMIN_API.hours, { barId }), { now: toHour(NOW), hours })
      }
      await board.open()
      return board
    })
  },
})

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not drawn')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('on a phone the question before a removal shows all reasons and the way without one', async ({
  openBars,
}) => {
  const { page } = await openBars(1)
  await page.setViewportSize({ width: 390, height: 760 })
  await page
    .getByRole('button', { name: /^Remover/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Remover/ })
  const cancel = dialog.getByRole('button', { name: 'Cancelar' })
  const remove = dialog.getByRole('button', { name: 'Remover desta noite' })
  const foot = Math.min((await boxOf(cancel)).y, (await boxOf(remove)).y)
  const reasons = dialog.locator('label')
  await expect(reasons).toHaveCount(7)
  for (const label of await reasons.all()) expect((await boxOf(label)).bottom).toBeLessThan(foot)
  const mildly = dialog.getByRole('button', { name: 'Pedir o código da noite por 1 hora' })
  expect((await boxOf(mildly)).bottom).toBeLessThan(foot)
})

test('at a desk a third person online moves no other bar and no card', async ({
  bar,
  monitor,
  server,
}) => {
  const board = await monitor()
  const fake = await FakeServer.start(board.page, server.origin, bar)
  const [first, second] = bars(2)
  await board.page.setViewportSize(DESK)
  await fake.signIn({ bars: bars(2), board: { rooms: rooms([2, 4]) } })
  await board.open()
  const other = board
    .bar(second?.name ?? '')
    .getByRole('listitem')
    .first()
  const own = board
    .bar(first?.name ?? '')
    .getByRole('listitem')
    .nth(1)
  await expect(board.bar(first?.name ?? '')).toContainText('2 online')
  const before = [await boxOf(other), await boxOf(own)]
  const gabi = aMonitoredPerson('gabi', { name: 'Gabi' })
  fake.tellSection(first?.id ?? '', changes({ people: [gabi], entered: ['gabi'] }))
  await expect(board.page.getByRole('button', { name: '1 pessoa chegou' })).toBeVisible()
  expect([await boxOf(other), await boxOf(own)]).toEqual(before)
})

test('on a phone two lines stand between the name of the only bar and its people', async ({
  openBars,
}) => {
  const { page } = await openBars(1)
  await page.setViewportSize(PHONE)
  const [place, visits, order, toggle] = await Promise.all(
    [
      page.getByText('São Paulo', { exact: true }),
      page.getByText('20 visitas esta noite'),
      page.getByRole('combobox', { name: 'Pessoas por' }),
      page.getByRole('button', { name: 'Mostrar todos' }),
    ].map(boxOf),
  )
  expect(visits?.y).toBe(place?.y)
  expect(toggle?.y).toBe(order?.y)
  expect(order?.y).toBeLessThan((visits?.bottom ?? 0) + 8)
})

for (const [where, viewport] of someOf([
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', PHONE],
] as const)) {
  test(`on ${where} a card with a phone is as high as one without`, async ({ openBars }) => {
    const { page } = await openBars(1)
    await page.setViewportSize(viewport)
    const phones = page.getByRole('button', { name: /^Mostrar telefone/ })
    await expect(phones.nth(1)).toBeVisible()
    const cards = page.getByRole('listitem').filter({ hasText: 'Interesse:' })
    const heights = await cards.evaluateAll((all) => {
      // The others are not drawn yet.
      const seen = all.filter((card) => card.getBoundingClientRect().bottom < innerHeight)
      return [...new Set(seen.slice(1).map((card) => card.getBoundingClientRect().height))]
    })
    expect(heights).toHaveLength(1)
    expect((await boxOf(phones.first())).height).toBeGreaterThanOrEqual(44)
    expect(heights[0]).toBeLessThanOrEqual(96)
  })
}

/** The line of the alarm, whose words a translator wraps. */
const alarmOf = ({ page }: MonitorPage) =>
  page.getByRole('button', { name: 'Ativar o alarme' }).locator('xpath=..')

test('at a desk the line of the alarm ends where the cards below it end', async ({ openBars }) => {
  const board = await openBars(1)
  await board.page.setViewportSize(DESK)
  const alarm = alarmOf(board)
  const registered = await boxOf(board.section('Bares Cadastrados'))
  expect((await boxOf(alarm)).right).toBe(registered.right)
})

test('at a desk the line of the alarm is as wide as the bars, and the search as the cards beside them', async ({
  openBars,
}) => {
  const board = await openBars(10)
  await board.page.setViewportSize(DESK)
  const alarm = alarmOf(board)
  expect((await boxOf(alarm)).right).toBe(
    (await boxOf(board.section('Dashboard de Usuários'))).right,
  )
  const search = board.page.getByRole('searchbox')
  const registered = await boxOf(board.section('Bares Cadastrados'))
  expect((await boxOf(search)).x).toBe(registered.x)
  const order = board.page.getByRole('combobox', { name: 'Ordem dos bares' })
  expect((await boxOf(order)).right).toBe(registered.right)
})

test('the curves of the night have one scale', async ({ openBars }) => {
  const board = await openBars(4)
  await board.page.setViewportSize(DESK)
  const [first, second] = bars(2).map(({ name }) => board.bar(name).locator('polyline'))
  if (!first || !second) throw new Error('no bars')
  await expect(first).toHaveCount(1)
  await expect(second).toHaveCount(1)
  // The level lines of 20 and of 4 people.
  await expect
    .poll(async () => (await boxOf(second)).y - (await boxOf(first)).y)
    .toBeGreaterThan(12)
})

test('at a desk the time of a call stands beside its answer', async ({ openBars }) => {
  const { page } = await openBars(1, 1)
  await page.setViewportSize(DESK)
  const call = page.getByRole('listitem', { name: 'Pedido de ajuda de Gabi 0' })
  const timer = await boxOf(call.getByRole('timer'))
  const answer = await boxOf(call.getByRole('button', { name: 'A caminho' }))
  expect(answer.x - timer.right).toBeLessThan(24)
})
