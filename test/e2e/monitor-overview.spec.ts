import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { BoardHelp } from '#contract/help.ts'
import { LIMITS } from '#contract/limits.ts'
import { bars, rooms } from '#test/fakes/admin-data.ts'
import type { FakeBar } from '#test/fakes/fake-server.ts'
import { FakeServer } from '#test/fakes/fake-server.ts'
import { aCall, aFrame, aMonitoredPerson, aReport, changes } from '#test/fakes/monitor.ts'
import { expect, test } from './e2e.ts'
import type { MonitorPage } from './monitor-page.ts'
import { someOf } from './run-scope.ts'

const TEN = bars(10)
const NAMES = TEN.map(({ name }) => name)
const [FIRST = ''] = NAMES
const EMPTY = NAMES[4] ?? ''
const COUNTS = [22, 9, 4, 14, 0, 2, 1, 7, 0, 3]
const SIZES = someOf([
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)

/** Opens the board of ten bars. */
async function openTen(
  board: MonitorPage,
  origin: string,
  bar: FakeBar,
  help: BoardHelp[] = [],
): Promise<FakeServer> {
  const fake = await FakeServer.start(board.page, origin, bar)
  await fake.signIn({ bars: TEN, board: { rooms: rooms(COUNTS) }, help })
  await board.open()
  await expect(board.row(FIRST)).toBeVisible()
  return fake
}

const headings = (board: MonitorPage) =>
  board.section('Dashboard de Usuários').getByRole('heading', { level: 3 })

for (const [where, size] of SIZES) {
  test.describe(() => {
    test.use({ viewport: size })

    test(`on ${where} each of ten bars has one line, and a press unfolds its people, also after a reload`, async ({
      bar,
      monitor,
      server,
    }) => {
      const board = await monitor()
      await openTen(board, server.origin, bar)
      for (const name of NAMES) {
        const box = await board.bar(name).boundingBox()
        expect(box?.height, name).toBeLessThanOrEqual(57)
        await expect(board.bar(name)).toContainText(/\d+ online/)
      }
      await board.row(FIRST).click()
      const people = board.bar(FIRST).getByRole('list', { name: FIRST })
      await expect(people.getByRole('listitem').first()).toContainText('Interesse:')
      await board.bar(FIRST).getByRole('button', { name: 'Mostrar todos' }).click()
      await board.row(EMPTY).click()
      await expect(board.bar(EMPTY)).toContainText('Nenhum usuário online no momento.')

      await board.page.reload()
      await expect(people).toBeVisible()
      await expect(board.bar(EMPTY)).toContainText('Nenhum usuário online no momento.')
      await board.row(FIRST).click()
      await expect(people).toHaveCount(0)
    })

    test(`on ${where} a bar without its team on a screen says so in its row, and nothing moves`, async ({
      bar,
      monitor,
      server,
    }) => {
      const board = await monitor()
      const fake = await openTen(board, server.origin, bar)
      await board.row(FIRST).click()
      const people = board.bar(FIRST).getByRole('list', { name: FIRST })
      await expect(people).toBeVisible()
      const place = async () => [await board.row(FIRST).boundingBox(), await people.boundingBox()]
      const before = await place()
      const told = board.bar(FIRST).getByText('Sem equipe na tela').filter({ visible: true })
      for (const isUnattended of [true, false]) {
        fake.tellSection(TEN[0]?.id ?? '', changes({ isUnattended }))
        await expect(told).toHaveCount(isUnattended ? 1 : 0)
        expect(await place()).toEqual(before)
      }
    })

    test(`on ${where} the line of numbers stays in sight and leads to what it counts`, async ({
      bar,
      monitor,
      server,
    }) => {
      const board = await monitor()
      await openTen(board, server.origin, bar)
      const line = board.page.getByRole('navigation', { name: 'Visão geral' })
      await expect(line).toHaveText(/^46 online·9 bares abertos·0 pedidos de ajuda·0 denúncias$/)
      expect((await line.boundingBox())?.height).toBeLessThanOrEqual(50)
      await line.getByRole('button', { name: 'bares abertos' }).click()
      await expect(board.section('Bares Cadastrados').getByRole('heading').first()).toBeInViewport()
      await expect(line).toBeInViewport({ ratio: 1 })
      await line.getByRole('button', { name: 'online' }).click()
      await expect(board.row(FIRST)).toBeInViewport()
    })
  })
}

test('on a phone the name of a bar is whole beside its call for help', async ({
  bar,
  monitor,
  server,
}) => {
  const board = await monitor()
  await board.page.setViewportSize({ width: 390, height: 844 })
  await openTen(board, server.origin, bar, [aCall('Gabi')])
  await expect(board.bar(FIRST)).toContainText('1 pedido de ajuda')
  const cut = await board
    .row(FIRST)
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(cut).toBe(0)
  expect((await board.bar(FIRST).boundingBox())?.height).toBeLessThanOrEqual(57)
})

const NO_CALLS = 'Sem conexão: pedidos de ajuda não chegam aqui.'

test('numbers that the board has never heard are no zeros', async ({ bar, monitor, server }) => {
  const board = await monitor({ expects: [/status of 500|WebSocket connection to/] })
  const fake = await FakeServer.start(board.page, server.origin, bar)
  await fake.signIn({ bars: TEN, board: 'away' })
  await board.open(undefined, { isLive: false })
  const line = board.page.getByRole('navigation', { name: 'Visão geral' })
  await expect(line).toHaveText(/^– online·9 bares abertos·– pedidos de ajuda·– denúncias$/)
  // The sound would not help.
  await expect(board.page.getByText(NO_CALLS)).toBeVisible()
  await expect(board.page.getByRole('button', { name: 'Ativar o alarme' })).toHaveCount(0)
  const people = board.section('Dashboard de Usuários')
  await expect(people.getByRole('button', { name: 'Atualizar', exact: true })).toBeVisible()
})

test('a board without its connection keeps its rows, and says for when they are true', async ({
  bar,
  monitor,
  server,
}) => {
  const board = await monitor({ expects: [/status of 500|WebSocket connection to/] })
  const fake = await openTen(board, server.origin, bar)
  const before = await board.bar(FIRST).textContent()
  await fake.disconnectBoard()
  const header = board.page.getByRole('banner')
  await expect(header.getByRole('status')).toHaveText(/^Sem conexão · dados das \d\d:\d\d$/)
  await expect(header).not.toContainText('Ao vivo')
  await expect(header).toContainText(/46 online.*– pedidos de ajuda/)
  await expect(board.bar(FIRST)).toHaveText(before ?? '')
  await expect(board.page.getByText(NO_CALLS)).toBeVisible()
})

test('a board whose bars did not load is not called live', async ({ bar, monitor, server }) => {
  const board = await monitor({ expects: [/status of 500/] })
  const fake = await FakeServer.start(board.page, server.origin, bar)
  await fake.signIn({ bars: TEN, board: { rooms: rooms(COUNTS) } })
  await fake.refuse(`${ADMIN_API.bars}*`, 'internal')
  await board.open(undefined, { isLive: false })
  await expect(board.section('Bares Cadastrados')).toContainText('Não foi possível carregar')
  await expect(board.page.getByRole('banner')).not.toContainText(/Ao vivo|online/)
})

test('the bars stand as one chooses, also after a reload, and one with a call before them', async ({
  bar,
  monitor,
  server,
}) => {
  const board = await monitor()
  const fake = await openTen(board, server.origin, bar)
  const order = board.page.getByRole('combobox', { name: 'Ordem dos bares' })
  const names = async () => (await headings(board).allTextContents()).map((name) => name.trim())
  await expect(order).toHaveValue('busy')
  expect((await names())[0]).toBe(FIRST)
  await order.selectOption('De A a Z')
  const byName = NAMES.toSorted((one, other) => one.localeCompare(other, 'pt-BR'))
  await expect.poll(names).toEqual(byName)
  await board.page.reload()
  await expect(order).toHaveValue('name')
  await expect.poll(names).toEqual(byName)

  const last = byName.at(-1) ?? ''
  const { id: barId = '' } = TEN.find(({ name }) => name === last) ?? {}
  await board.isLive()
  fake.tellSection(barId, { type: 'help', help: aCall('Gabi') })
  await expect(board.bar(last)).toContainText('1 pedido de ajuda')
  expect(await names()).toEqual(byName)
  await order.selectOption('Mais cheios')
  await expect.poll(async () => (await names())[0]).toBe(last)
})

test('from thirty bars on the rows have the width of a desk', async ({ bar, monitor, server }) => {
  const board = await monitor()
  await board.page.setViewportSize({ width: 1280, height: 800 })
  const fake = await FakeServer.start(board.page, server.origin, bar)
  const many = bars(30).map((one, index) => ({ ...one, name: `Bar ${index}` }))
  await fake.signIn({ bars: many, board: { rooms: [] } })
  await board.open()
  for (let index = 0; index < 11; index += 1)
    await expect(board.bar(`Bar ${index}`)).toBeInViewport({ ratio: 1 })
  const [people, registered] = await Promise.all(
    ['Dashboard de Usuários', 'Bares Cadastrados'].map((title) =>
      board.section(title).boundingBox(),
    ),
  )
  expect(people?.width).toBe(registered?.width)
})

test('bars with people come first, and a bar that fills moves only when the pill is pressed', async ({
  bar,
  monitor,
  server,
}) => {
  const board = await monitor()
  const fake = await openTen(board, server.origin, bar)
  const order = async () => (await headings(board).allTextContents()).map((name) => name.trim())
  const before = await order()
  expect(before.indexOf(EMPTY)).toBeGreaterThan(6)
  const last = NAMES[8] ?? ''
  expect(before.at(-1)).toBe(last)
  const gabi = aMonitoredPerson('gabi', { name: 'Gabi' })
  fake.tellSection(TEN[8]?.id ?? '', changes({ people: [gabi], entered: ['gabi'] }))
  await expect(board.bar(last)).toContainText('1 online')
  await expect(board.bar(last)).toContainText(/Gabi entrou \d\d:\d\d/)
  expect(await order()).toEqual(before)
  await expect(board.page.getByText('Gabi entrou no bar.')).toHaveCount(0)

  await board.renew()
  const after = await order()
  expect(after.indexOf(last)).toBeLessThan(after.indexOf(EMPTY))
  await expect(board.page.getByRole('button', { name: 'Atualizar a ordem dos bares' })).toHaveCount(
    0,
  )
})

test('people stand by name, table or arrival, also after a reload; who comes then moves nobody', async ({
  bar,
  monitor,
  server,
}) => {
  const board = await monitor()
  const { page } = board
  const fake = await openTen(board, server.origin, bar)
  await board.unfold(FIRST)
  const cards = board.bar(FIRST).getByRole('list', { name: FIRST }).getByRole('listitem')
  const order = page.getByRole('combobox', { name: 'Pessoas por' })
  const tables = async () => {
    const texts = await cards.allTextContents()
    return texts.map((text) => Number(/Mesa (\d+)/.exec(text)?.[1]))
  }
  const ordered = async () => {
    const shown = await tables()
    return shown.every((table, index) => table >= (shown[index - 1] ?? 0))
  }
  await expect(order).toHaveValue('name')
  await expect(cards.nth(5)).toBeVisible()
  expect(await ordered()).toBe(false)
  await order.selectOption('Mesa')
  await expect.poll(ordered).toBe(true)

  await page.reload()
  await expect(order).toHaveValue('table')
  await expect(cards.nth(5)).toBeVisible()
  expect(await ordered()).toBe(true)
  const before = await tables()
  await board.isLive()
  fake.sendEntered(TEN[0]?.id ?? '', 'Aaron')
  await expect(page.getByRole('button', { name: '1 pessoa chegou' })).toBeVisible()
  expect(await tables()).toEqual(before)
})

test('R32 an administrator of many bars sees the reports of each; a bar’s first one waits for the pill', async ({
  bar,
  monitor,
  server,
}) => {
  const board = await monitor()
  const { page } = board
  const many = bars(LIMITS.boardSections + 6).map((one, index) => ({
    ...one,
    name: `Bar ${index}`,
  }))
  const [{ id: before = '' } = {}, { id: later = '' } = {}] = many.slice(-2)
  const fake = await FakeServer.start(page, server.origin, bar)
  await fake.signIn({ bars: many, board: { rooms: [] }, reports: { [before]: 1 } })
  for (const [barId, id] of [
    [before, 'one'],
    [later, 'two'],
  ] as const) {
    const side = { personId: id, name: id, table: '7', hasPhoto: false, hasThumbnail: false }
    const evidence = { note: '', messages: 0, reporter: side, reported: side }
    await fake.answer(address(ADMIN_API.reports, { barId }), {
      cards: [{ id, report: aReport({ id, evidence }), count: 1 }],
      open: 1,
      next: null,
    })
  }
  await board.open()
  const line = page.getByRole('navigation', { name: 'Visão geral' })
  const reportsOf = (name: string) => page.getByRole('region', { name: `Denúncias · ${name}` })
  await expect(line).toContainText('1 denúncia')
  await expect(reportsOf('Bar 28')).toBeVisible()
  expect(fake.hasSection(before)).toBe(false)
  const { y } = (await reportsOf('Bar 28').boundingBox()) ?? { y: 0 }
  fake.tellMonitor(aFrame(2, { reports: { [later]: 1 } }))
  await expect(line).toContainText('2 denúncias')
  await expect(reportsOf('Bar 29')).toHaveCount(0)
  expect((await reportsOf('Bar 28').boundingBox())?.y).toBe(y)
  await page.getByRole('button', { name: '1 denúncia nova' }).click()
  await expect(reportsOf('Bar 29')).toBeVisible()
  await fake.answer(address(ADMIN_API.reports, { barId: before }), {
    cards: [],
    open: 0,
    next: null,
  })
  fake.tellMonitor(aFrame(3, { reports: { [before]: 0 } }))
  await expect(reportsOf('Bar 28')).toContainText('Encerrada')
  await expect(line).toContainText('1 denúncia')
})

test('the overview counts no reports of a bar that is watched no longer', async ({
  bar,
  monitor,
  server,
}) => {
  const board = await monitor()
  const many = bars(LIMITS.boardSections + 6).map((one, index) => ({
    ...one,
    name: `Bar ${index}`,
  }))
  const fake = await FakeServer.start(board.page, server.origin, bar)
  await fake.signIn({ bars: many, board: { rooms: [] } })
  const side = { personId: 'p', name: 'Ana', table: '7', hasPhoto: false, hasThumbnail: false }
  const evidence = { note: '', messages: 0, reporter: side, reported: side }
  const report = aReport({ id: 'r', evidence })
  await fake.answer(address(ADMIN_API.reports, { barId: many[0]?.id ?? '' }), {
    cards: [{ id: 'r', report, count: 1 }],
    open: 1,
    next: null,
  })
  await board.open()
  await board.unfold('Bar 0')
  const line = board.page.getByRole('navigation', { name: 'Visão geral' })
  await expect(line).toContainText('1 denúncia')
  await board.row('Bar 0').click()
  await board.search('Bar 29')
  await expect(board.row('Bar 0')).toHaveCount(0)
  await expect(board.page.getByRole('region', { name: 'Denúncias · Bar 0' })).toHaveCount(0)
  await expect(line).toContainText('0 denúncias')
})

test('T57 a bar beyond the sections that a page opens has the number of its calls', async ({
  bar,
  monitor,
  server,
}) => {
  const board = await monitor()
  const many = bars(LIMITS.boardSections + 1).map((one, index) => ({
    ...one,
    name: `Bar ${index}`,
  }))
  const fake = await FakeServer.start(board.page, server.origin, bar)
  await fake.signIn({ bars: many, board: { rooms: [] } })
  await board.open()
  const line = board.page.getByRole('navigation', { name: 'Visão geral' })
  await expect(line).toContainText('0 pedidos de ajuda')
  const calls = Object.fromEntries(many.map(({ id }) => [id, 1]))
  fake.tellMonitor(aFrame(2, { calls }))
  // The sections of the others have no call.
  await expect(line).toContainText('1 pedido de ajuda')
  await expect(board.bar('Bar 24')).toContainText('1 pedido de ajuda')
})
