import type { Locator, Page } from '@playwright/test'
import { address } from '#contract/address.ts'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_API, BAR_PARAMETER } from '#contract/admin-paths.ts'
import { HOUR_MS } from '#contract/durations.ts'
import type { BoardHelp } from '#contract/help.ts'
import { LIMITS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { CLOSE } from '#contract/protocol.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { bars, rooms } from '#test/fakes/admin-data.ts'
import { FakeServer } from '#test/fakes/fake-server.ts'
import { aCall, aFrame } from '#test/fakes/monitor.ts'
import { NOW } from '#test/fakes/people.ts'
import type { DeviceOptions } from './device.ts'
import { test as base, expect } from './e2e.ts'
import type { MonitorPage } from './monitor-page.ts'
import { pressSettled, untilSettled } from './press-settled.ts'
import { someOf } from './run-scope.ts'

const TEN = bars(10)
const [FIRST, SECOND] = TEN as [AdminBar, AdminBar]
const COUNTS = [22, 9, 4, 14, 0, 2, 1, 7, 0, 3]
const SMALL = ['a small phone', { width: 360, height: 640 }] as const
const PHONE = ['a phone', { width: 390, height: 844 }] as const
const AT_DESK = ['a desk', { width: 1280, height: 800 }] as const
const SIZES = someOf([SMALL, PHONE, AT_DESK])

const cards = (page: Page) =>
  page.getByRole('region', { name: 'Pedidos de ajuda' }).getByRole('listitem')
const cardOf = (page: Page, name: string) =>
  page.getByRole('listitem', { name: `Pedido de ajuda de ${name}` })

interface TenBars {
  board: MonitorPage
  page: Page
  fake: FakeServer
}

type OpenTen = (help?: BoardHelp[], options?: DeviceOptions) => Promise<TenBars>

const test = base.extend<{ openTen: OpenTen }>({
  /** Opens the board of ten bars whose first one has these calls. */
  openTen: async ({ monitor, server }, use) => {
    await use(async (help = [], options) => {
      const board = await monitor(options)
      const { page } = board
      const fake = await FakeServer.start(page, server.origin, FIRST)
      await fake.signIn({ bars: TEN, board: { rooms: rooms(COUNTS) }, help })
      await board.open()
      return { board, page, fake }
    })
  },
})

/** Whether a press in the middle of the element would reach it. */
const isReached = (element: Locator) =>
  element.evaluate((pressed) => {
    const { left, top, width, height } = pressed.getBoundingClientRect()
    return pressed.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

for (const [where, viewport] of SIZES) {
  test.describe(() => {
    test.use({ viewport })

    test(`on ${where} a call is one line that says who, where and since when`, async ({
      openTen,
    }) => {
      const { page } = await openTen([
        aCall('Gabi', { table: '14', ageMs: 80_000 }),
        aCall('Ana', { kind: 'leaving', name: 'Ana Beatriz de Albuquerque e Silva', ageMs: 1_000 }),
      ])
      const gabi = cardOf(page, 'Gabi')
      await expect(gabi).toContainText('Estão me incomodando')
      await expect(gabi).toContainText('Gabi · Mesa 14')
      await expect(gabi).toContainText(FIRST.name)
      await expect(gabi.getByRole('timer')).toHaveText('há 1 min')
      for (const card of await cards(page).all()) {
        expect((await card.boundingBox())?.height).toBe(88)
      }
      const press = gabi.getByRole('button', { name: 'A caminho' })
      expect(await press.boundingBox()).toMatchObject({ width: 120, height: 56 })
      await page.clock.setFixedTime(NOW + 45_000)
      await expect(gabi.getByRole('timer')).toHaveText('há 2 min')
    })

    test(`on ${where} the calls stay in sight, and the end of the board can still be reached`, async ({
      openTen,
    }) => {
      const crowd = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Fabi', 'Gil'].map((name) => aCall(name))
      const { board, page } = await openTen(crowd)
      const ana = cardOf(page, 'Ana')
      await expect(ana).toBeInViewport({ ratio: 1 })
      await board.showBars()
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect(ana).toBeInViewport({ ratio: 1 })
      const last = page.getByRole('button', { name: /^Opções/ }).last()
      await last.scrollIntoViewIfNeeded()
      expect(await isReached(last)).toBe(true)
      await page.evaluate(() => scrollTo(0, 0))
      for (const control of await page.getByRole('banner').getByRole('button').all()) {
        if (await control.isVisible()) expect(await isReached(control)).toBe(true)
      }
      // The others are reached in the list of calls itself.
      await cardOf(page, 'Gil').getByRole('button', { name: 'A caminho' }).scrollIntoViewIfNeeded()
      await expect(cardOf(page, 'Gil')).toBeInViewport({ ratio: 1 })
      const height = await page.getByRole('region', { name: 'Pedidos de ajuda' }).boundingBox()
      expect(height?.height).toBeLessThan(viewport.height * 0.4)
    })
  })
}

/** The states of the page in which a call finds the staff, and how to get there. */
const STATES: [string, (board: MonitorPage) => Promise<unknown>][] = [
  ['a board at rest', async () => undefined],
  ['the end of the board', ({ page }) => page.evaluate(() => scrollTo(0, 9_999))],
  ['a search without that bar', (board) => board.search(SECOND.name)],
  ['a folded dashboard', ({ page }) => page.getByRole('button', { name: 'Dashboard' }).click()],
  ['a board that was just loaded', (board) => board.open()],
  ['the record of acts', ({ page }) => page.goto(PAGES.acts)],
  ['the form of a new bar', ({ page }) => page.goto(PAGES.admin)],
  ['the team', ({ page }) => page.goto(`${PAGES.team}?${BAR_PARAMETER}=${SECOND.id}`)],
  ['the statistics', ({ page }) => page.goto(`${PAGES.statistics}?${BAR_PARAMETER}=${SECOND.id}`)],
  ['the sheets to print', ({ page }) => page.goto(`${PAGES.print}?${BAR_PARAMETER}=${SECOND.id}`)],
]

for (const [where, viewport] of someOf([AT_DESK, PHONE])) {
  test.describe(() => {
    test.use({ viewport })

    test(`T57 on ${where} a call of any of ten bars is in sight and rings, whatever the page shows`, async ({
      openTen,
    }) => {
      const { board, page, fake } = await openTen()
      for (const [path, body] of [
        [ADMIN_API.acts, { acts: [], next: null }],
        [ADMIN_API.team, { members: [], invitations: [] }],
        [ADMIN_API.bar, SECOND],
      ] as const) {
        await fake.answer(`${address(path, { barId: '*' })}*`, body)
      }
      await page.getByRole('button', { name: 'Ativar o alarme' }).click()
      for (const [index, [state, reach]] of STATES.entries()) {
        await test.step(state, async () => {
          await reach(board)
          await expect.poll(() => fake.sections).toBe(TEN.length)
          // After a reload the alarm starts with the first press.
          await page.getByRole('heading', { level: 1 }).click()
          const { id: barId, name } = TEN[index] as AdminBar
          const person = `Pessoa ${index}`
          fake.tellSection(barId, { type: 'help', help: aCall(person) })
          await expect(cardOf(page, person)).toBeInViewport({ ratio: 1 })
          await expect(cardOf(page, person)).toContainText(name)
          const shown = { type: 'helpShown', ids: [person], rings: true }
          await expect.poll(() => fake.shownCalls.at(-1)).toEqual(shown)
          fake.tellSection(barId, {
            type: 'helpEnded',
            personId: person,
            id: person,
            why: 'resolved',
          })
          await expect(cardOf(page, person)).toHaveCount(0)
        })
      }
    })
  })
}

const FILE_OF_ACTS = '**/assets/acts-page-*.js'

/** Follows the link to the record of acts. */
async function openActs(board: MonitorPage): Promise<void> {
  await board.openMenu()
  await board.page.getByRole('link', { name: 'Registro', exact: true }).click()
}

/** A call of the first bar is shown, and rings. */
async function ringsFor(person: string, { page, fake }: TenBars): Promise<void> {
  fake.tellSection(FIRST.id, { type: 'help', help: aCall(person) })
  await expect(cardOf(page, person)).toBeInViewport({ ratio: 1 })
  const shown = { type: 'helpShown', ids: [person], rings: true }
  await expect.poll(() => fake.shownCalls.at(-1)).toEqual(shown)
}

test('T57 a call rings while the next page is cut off, which opens once the network is back', async ({
  openTen,
}) => {
  const ten = await openTen([], { expects: [/net::ERR_FAILED|dynamically imported module/] })
  const { board, page, fake } = ten
  await fake.answer(`${ADMIN_API.acts}*`, { acts: [], next: null })
  await page.getByRole('button', { name: 'Ativar o alarme' }).click()
  for (const path of [FILE_OF_ACTS, `**${PAGES.acts}`]) {
    await page.route(path, (route) => route.abort())
  }
  await openActs(board)
  const waits = page.getByText('Sem conexão. Tentamos de novo sozinhos.')
  await expect(waits).toBeVisible()
  await ringsFor('Gabi', ten)
  await page.unroute(FILE_OF_ACTS)
  await page.unroute(`**${PAGES.acts}`)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { level: 1, name: 'Registro' })).toBeVisible()
  await expect(waits).toHaveCount(0)
  await expect(cardOf(page, 'Gabi')).toBeInViewport({ ratio: 1 })
})

test('T57 a call rings on a page that failed, and Back leads to the board', async ({ openTen }) => {
  const ten = await openTen([], { expects: [/status of 404|dynamically imported module/] })
  const { board, page } = ten
  await page.getByRole('button', { name: 'Ativar o alarme' }).click()
  await page.route(FILE_OF_ACTS, (route) => route.fulfill({ status: 404 }))
  await openActs(board)
  const failed = page.getByRole('heading', { name: sharedTexts.crashed })
  await expect(failed).toBeVisible()
  await ringsFor('Gabi', ten)
  await page.goBack()
  await board.isLive()
  await expect(failed).toHaveCount(0)
})

/** Dialogs of the staff, and how to open each. */
const DIALOGS: [string, (board: MonitorPage) => Promise<unknown>][] = [
  ['Remover Ana Beatriz?', ({ page }) => pressFirst(page, /^Remover/)],
  [
    'QR Code do Bar',
    async (board) => {
      await board.showBars()
      await pressFirst(board.page, /^QR Code/)
    },
  ],
  [
    'Excluir bar para sempre?',
    async (board) => {
      await board.openActions(FIRST.name)
      await pressFirst(board.page, /^Excluir bar/)
    },
  ],
]

const pressFirst = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()

for (const [where, viewport] of SIZES) {
  test.describe(() => {
    test.use({ viewport })

    test(`T57 on ${where} a call is seen, announced and answered while a dialog is open`, async ({
      openTen,
    }) => {
      const { board, page, fake } = await openTen()
      const ana = cardOf(page, 'Ana')
      const answers: unknown[] = []
      await page.route(address(ADMIN_API.personHelp, { barId: '*', personId: '*' }), (route) => {
        answers.push(route.request().postDataJSON())
        return route.fulfill({ json: { help: aCall('Ana', { state: 'coming' }) } })
      })
      await page.getByRole('button', { name: 'Ativar o alarme' }).click()
      await board.unfold(FIRST.name)
      for (const [title, open] of DIALOGS) {
        await test.step(title, async () => {
          // The call of the step before has just gone.
          await untilSettled(page)
          await open(board)
          const dialog = page.getByRole('dialog', { name: title })
          await expect(dialog).toBeVisible()
          const focused = () => page.evaluate(() => document.activeElement?.outerHTML)
          const before = await focused()
          fake.tellSection(FIRST.id, { type: 'help', help: aCall('Ana') })
          await expect(ana).toBeInViewport({ ratio: 1 })
          await expect(dialog.locator('[aria-live=assertive]')).toHaveText('Pedido de ajuda de Ana')
          expect(await focused()).toBe(before)
          const shown = { type: 'helpShown', ids: ['Ana'], rings: true }
          await expect.poll(() => fake.shownCalls.at(-1)).toEqual(shown)
          // The dialog makes room for the call.
          await untilSettled(page)
          for (const button of await dialog.getByRole('button').all()) {
            await button.scrollIntoViewIfNeeded()
            expect(await isReached(button)).toBe(true)
          }
          await pressSettled(ana.getByRole('button', { name: 'A caminho' }))
          await expect(ana.getByRole('status')).toHaveText('A caminho')
          await expect(dialog).toBeVisible()
          expect(answers.splice(0)).toEqual([{ id: 'Ana', answer: 'coming' }])
          fake.tellSection(FIRST.id, {
            type: 'helpEnded',
            personId: 'Ana',
            id: 'Ana',
            why: 'resolved',
          })
          await expect(ana).toHaveCount(0)
          await page.keyboard.press('Escape')
          await expect(dialog).toHaveCount(0)
        })
      }
    })
  })
}

test('"Testar alarme" rings once and shows a card, of which no room and no server hears', async ({
  openTen,
}) => {
  const { page, fake } = await openTen()
  await page.getByRole('button', { name: 'Ativar o alarme' }).click()
  const rounds = await page.evaluateHandle(() => {
    const rounds: boolean[] = []
    const { start } = AudioBufferSourceNode.prototype
    AudioBufferSourceNode.prototype.start = function (...when) {
      rounds.push(this.loop)
      start.apply(this, when)
    }
    return rounds
  })
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // A row that comes into sight reads its bar's hours.
    if (!/^\/api\/admin\/bars\/\w+\/hours$/.test(pathname)) requests.push(pathname)
  })
  await page.getByRole('button', { name: 'Testar alarme' }).click()
  const card = page.getByRole('status').filter({ hasText: 'Teste do alarme' })
  await expect(card).toContainText('Ninguém foi avisado.')
  expect(await rounds.jsonValue()).toEqual([false])
  await page.getByRole('button', { name: 'Fechar', exact: true }).click()
  await expect(card).toHaveCount(0)
  expect(requests).toEqual([])
  expect(fake.shownCalls).toEqual([])
})

test('T57 an administrator of more bars than a page opens hears of a call of any of them', async ({
  monitor,
  server,
}) => {
  const { page } = await monitor()
  const many = bars(LIMITS.boardSections + 6)
  const { id: barId, name } = many.at(-1) as AdminBar
  const fake = await FakeServer.start(page, server.origin, FIRST)
  await fake.signIn({ bars: many, board: { rooms: rooms(COUNTS) } })
  await page.goto(PAGES.acts)
  await expect.poll(() => fake.monitors).toBe(1)
  expect(fake.hasSection(barId)).toBe(false)
  fake.tellMonitor(aFrame(2, { calls: { [barId]: 1 } }))
  await expect.poll(() => fake.hasSection(barId)).toBe(true)
  fake.tellSection(barId, { type: 'help', help: aCall('Gabi') })
  await expect(cardOf(page, 'Gabi')).toContainText(name)
})

test('T57 an owner of forty bars hears of a call of the last one, on every page behind the login', async ({
  monitor,
  server,
}) => {
  const { page } = await monitor()
  const many = bars(40).map((bar) => ({ ...bar, role: 'owner' as const }))
  const { id: barId, name } = many.at(-1) as AdminBar
  const fake = await FakeServer.start(page, server.origin, FIRST)
  await fake.signIn({ role: 'owner', bars: many, board: { rooms: rooms(COUNTS) } })
  await page.goto(PAGES.acts)
  await expect.poll(() => fake.sections).toBe(many.length)
  fake.tellSection(barId, { type: 'help', help: aCall('Gabi') })
  await expect(cardOf(page, 'Gabi')).toContainText(name)
})

test('the tablet with the code shows a red edge for a call, and neither a name nor an answer to the person', async ({
  openTen,
}) => {
  const { page, fake } = await openTen()
  await page.getByRole('button', { name: 'Ativar o alarme' }).click()
  const view = { barName: FIRST.name, timeZone: 'America/Sao_Paulo', isOn: true, until: null }
  await fake.answer(address(ADMIN_API.entryCode, { barId: '*' }), {
    ...view,
    code: '482915',
    changesAt: NOW + HOUR_MS,
  })
  await page.goto(address(PAGES.entryCode, { barId: FIRST.id }))
  await expect(page.getByRole('main')).toContainText('482')
  const edge = () => page.getByRole('main').evaluate((main) => getComputedStyle(main).boxShadow)
  expect(await edge()).toBe('none')
  // The page was opened by its address: no press has let it sound.
  const bell = page.getByRole('button', { name: 'Ativar o alarme' })
  expect((await bell.locator('svg').boundingBox())?.width).toBe(24)
  await bell.click()
  await expect(bell).toBeHidden()
  await expect.poll(() => fake.sections).toBe(TEN.length)
  fake.tellSection(SECOND.id, { type: 'help', help: aCall('Gabi') })
  await expect.poll(edge).toContain('inset')
  const coming = aCall('Gabi', { state: 'coming', helper: 'Léo' })
  fake.tellSection(SECOND.id, { type: 'help', help: coming })
  await expect.poll(edge).toBe('none')
  await expect(page.locator('body')).not.toContainText('Léo')
  await expect(page.locator('body')).not.toContainText('Gabi')
  await expect(page.locator('body')).not.toContainText('ajuda')
  expect(fake.shownCalls).toEqual([])
})

test('a call that comes while a pointer is on the calls takes no place of another one', async ({
  openTen,
}) => {
  const { page, fake } = await openTen([
    aCall('Ana', { rank: 'new', ageMs: 60_000 }),
    aCall('Bia', { rank: 'new', ageMs: 30_000 }),
  ])
  await page.mouse.move(0, 0)
  await cardOf(page, 'Ana').getByRole('button', { name: 'A caminho' }).hover()
  const before = await cardOf(page, 'Ana').boundingBox()
  fake.tellSection(SECOND.id, { type: 'help', help: aCall('Caio') })
  await expect(cards(page)).toHaveCount(3)
  expect(await cardOf(page, 'Ana').boundingBox()).toMatchObject({ x: before?.x })
  await expect(cards(page).first()).toContainText('Ana')
  await page.mouse.move(0, 400)
  await expect(cards(page).first()).toContainText('Caio')
})

test('the keyboard stays at a call that it has answered', async ({ openTen }) => {
  const { page } = await openTen([aCall('Ana')])
  await page.route(address(ADMIN_API.personHelp, { barId: '*', personId: '*' }), (route) =>
    route.fulfill({ json: { help: aCall('Ana', { state: 'coming' }) } }),
  )
  const press = cardOf(page, 'Ana').getByRole('button', { name: 'A caminho' })
  await untilSettled(page)
  await press.press('Enter')
  await expect(cardOf(page, 'Ana').getByRole('status')).toHaveText('A caminho')
  await expect(cardOf(page, 'Ana').getByRole('button').first()).toBeFocused()
})

test('a call goes when its bar is not this account’s any more', async ({ openTen }) => {
  const { page, fake } = await openTen([aCall('Ana')])
  await expect(cardOf(page, 'Ana')).toBeVisible()
  await fake.closeSection(FIRST.id, CLOSE.accessChanged)
  await expect(cardOf(page, 'Ana')).toHaveCount(0)
})

test('a second caller of the same name is announced, too', async ({ openTen }) => {
  const { page, fake } = await openTen([aCall('Ana')])
  const announced = page.locator('[aria-live=assertive] > span')
  await expect(announced).toHaveText('Pedido de ajuda de Ana')
  const first = await announced.elementHandle()
  fake.tellSection(SECOND.id, { type: 'help', help: aCall('Ana', { id: 'b', personId: 'b' }) })
  await expect(cards(page)).toHaveCount(2)
  await expect(announced).toHaveText('Pedido de ajuda de Ana')
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
})

test('answered calls share one line below those that wait, where not all have a place', async ({
  openTen,
}) => {
  const { page, fake } = await openTen([aCall('Ana', { state: 'coming' }), aCall('Bia')])
  await page.mouse.move(0, 400)
  const line = page.getByRole('button', { name: '1 em atendimento' })
  await expect(cards(page)).toHaveText([/Bia/, /Ana/])
  fake.tellSection(SECOND.id, { type: 'help', help: aCall('Caio') })
  await expect(cardOf(page, 'Ana')).toHaveCount(0)
  await expect(cards(page)).toHaveText([/Bia/, /Caio/, /^1 em atendimento$/])
  await expect(page.getByText('2 pedidos de ajuda · 1 em atendimento')).toBeVisible()
  await pressSettled(line)
  await expect(cardOf(page, 'Ana').getByRole('status')).toHaveText('A caminho')

  await page.mouse.move(0, 400)
  await pressSettled(line)
  await cardOf(page, 'Bia').getByRole('button', { name: 'A caminho' }).hover()
  const coming = aCall('Bia', { state: 'coming', helper: 'Léo' })
  fake.tellSection(FIRST.id, { type: 'help', help: coming })
  await expect(cardOf(page, 'Bia').getByRole('status')).toHaveText('Léo está a caminho')
  await page.mouse.move(0, 400)
  await expect(cards(page)).toHaveText([/Caio/, /^2 em atendimento$/])
})

test('everything about a call unfolds beneath it', async ({ openTen }) => {
  const { page, fake } = await openTen([
    aCall('Ana', { kind: 'unwell' }),
    aCall('Bia', { state: 'coming' }),
    aCall('Davi', { state: 'coming', helper: 'Léo' }),
    aCall('Caio', { state: 'withdrawn' }),
  ])
  const [ana, bia, caio] = [cardOf(page, 'Ana'), cardOf(page, 'Bia'), cardOf(page, 'Caio')]
  await pressSettled(ana.getByRole('button', { name: 'Passei mal' }))
  await expect(ana.getByRole('region', { name: 'Ao chegar' })).toContainText('Fique junto.')
  await expect(ana.getByRole('button', { name: 'Resolvido' })).toBeVisible()
  await pressSettled(page.getByRole('button', { name: '2 em atendimento' }))
  await expect(cardOf(page, 'Davi').getByRole('status')).toHaveText('Léo está a caminho')
  await expect(bia.getByRole('status')).toHaveText('A caminho')
  await expect(bia.getByRole('button', { name: 'A caminho' })).toHaveCount(0)
  await expect(caio.getByRole('status')).toHaveText('Disse que já está bem')
  await pressSettled(caio.getByRole('button', { name: 'Estão me incomodando' }))
  await expect(caio).toContainText('Confira com discrição se está tudo bem')
  fake.tellSection(FIRST.id, { type: 'helpEnded', personId: 'Bia', id: 'Bia', why: 'visitEnded' })
  await expect(bia.getByRole('status')).toHaveText('Saiu do app')
  await pressSettled(bia.getByRole('button', { name: 'Estão me incomodando' }))
  await pressSettled(bia.getByRole('button', { name: 'Fechar' }))
  await expect(bia).toHaveCount(0)
})

test('T68 a crowd of newcomers is one line, and its calls count as shown only while it is unfolded', async ({
  openTen,
}) => {
  const newcomer = (name: string, changes: Partial<BoardHelp> = {}) =>
    aCall(name, { rank: 'new', isFolded: true, ...changes })
  const { page, fake } = await openTen([
    newcomer('Caio', { rank: 'unjoined' }),
    newcomer('Bia'),
    aCall('Ana'),
  ])
  const line = page.getByRole('button', { name: /^\d pedidos? de quem acabou de chegar$/ })
  await expect(line).toHaveText('2 pedidos de quem acabou de chegar')
  await expect(line).toBeInViewport({ ratio: 1 })
  await pressSettled(page.getByRole('button', { name: 'Ativar o alarme' }))
  const shown = () => fake.shownCalls.filter(({ rings }) => rings).at(-1)?.ids
  await expect.poll(shown).toEqual(['Ana'])

  await pressSettled(line)
  await expect.poll(shown).toEqual(['Ana', 'Bia', 'Caio'])
  const folded = page.getByRole('listitem').filter({ has: line }).getByRole('listitem')
  await expect(folded).toHaveText([/Bia · Mesa 7/, /Caio · Mesa 7/])
  await fake.answer(address(ADMIN_API.personHelp, { barId: '*', personId: '*' }), { help: null })
  await pressSettled(cardOf(page, 'Caio').getByRole('button', { name: 'Estão me incomodando' }))
  await pressSettled(cardOf(page, 'Caio').getByRole('button', { name: 'Resolvido' }))
  await expect(folded).toHaveText([/Bia · Mesa 7/])
  await expect(cardOf(page, 'Ana').getByRole('button', { name: 'A caminho' })).toBeVisible()
})
