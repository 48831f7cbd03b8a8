import type { Page, WebSocketRoute } from '@playwright/test'
import type { AdminBar } from '#contract/admin-bar.ts'
import type { MonitorChanges, MonitoredPerson } from '#contract/monitor.ts'
import { toPersonKey } from '#contract/monitor.ts'
import { PING, PONG } from '#contract/protocol.ts'
import { anAdminBar } from '#test/fakes/bars.ts'
import { aBoard, aFrame, aMonitoredPerson } from '#test/fakes/monitor.ts'
import { makeBarIds } from '#test/server/bar-ids.ts'
import { expect, test } from './e2e.ts'
import { SOCKET } from './monitor-page.ts'

const BARS = 1_000
const PEOPLE_PER_BAR = 10
const CHANGES_PER_FRAME = 10
const FRAME_EVERY_MS = 500
const WATCHED_MS = 10_000
const DRAWN_MAX = 200
/** What a person would notice; the bound is ten times that, because machines are shared. */
const LONG_TASK_MAX_MS = 500

const BAR_IDS = makeBarIds('BAR', BARS)

function aBar(id: string, index: number): AdminBar {
  const phone = '+5511987654321'
  const city = index % 2 ? 'Recife' : 'São Paulo'
  return anAdminBar({ id, name: `Bar ${index + 1}`, city, phone, createdAt: 1_000_000 - index })
}

function everybody(): Record<string, MonitoredPerson[]> {
  const people = Array.from({ length: PEOPLE_PER_BAR }, (_, index) =>
    aMonitoredPerson(`p${index}`, { phone: '•••• 4321', online: index % 2 === 0 }),
  )
  return Object.fromEntries(BAR_IDS.map((id) => [id, people]))
}

/** Every frame switches ten people of ten bars. */
function* changes(): Generator<MonitorChanges> {
  for (let number = 2; ; number += 1) {
    const keys = Array.from({ length: CHANGES_PER_FRAME }, (_, index) => {
      // The first bars, which are on the screen, as often as those far away.
      const barId = BAR_IDS[index < 5 ? index : (number * 7 + index * 97) % BARS] ?? ''
      return toPersonKey(barId, `p${(number >> 1) % PEOPLE_PER_BAR}`)
    })
    yield aFrame(number, number % 2 ? { online: keys } : { offline: keys })
  }
}

/** Answers with a thousand bars, page by page as the server does. */
async function serveBars(page: Page): Promise<void> {
  const bars = BAR_IDS.map(aBar)
  await page.route('**/api/admin/bars*', (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('after') ?? 0)
    const next = from + 200 < BARS ? String(from + 200) : null
    return route.fulfill({ json: { bars: bars.slice(from, from + 200), total: BARS, next } })
  })
}

function serveBoard(page: Page, people: Record<string, MonitoredPerson[]>) {
  return new Promise<WebSocketRoute>((resolve) => {
    void page.routeWebSocket(SOCKET, (opened) => {
      opened.onMessage((frame) => {
        if (frame === PING) opened.send(PONG)
      })
      opened.send(JSON.stringify(aBoard(people)))
      resolve(opened)
    })
  })
}

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`a thousand bars are listed newest first, and few are drawn (${width} px)`, async ({
    monitor,
  }) => {
    test.slow()
    const board = await monitor()
    const { page } = board
    await page.setViewportSize({ width, height })
    await serveBars(page)
    void serveBoard(page, {})
    await board.open()
    const card = board.section('Bares Cadastrados')
    const drawn = async () => {
      const names = await card.getByRole('heading', { level: 3 }).allTextContents()
      return names.map((name) => Number(name.replace('Bar ', '')))
    }
    const seen = new Set<number>()
    await expect(async () => {
      const numbers = await drawn()
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
      expect(numbers.length).toBeLessThan(DRAWN_MAX)
      for (const number of numbers) seen.add(number)
      await card.getByRole('listitem').last().scrollIntoViewIfNeeded()
      expect(seen.size).toBe(BARS)
    }).toPass({ intervals: [50], timeout: 60_000 })
    await expect(card.getByRole('heading', { name: 'Bar 1000', exact: true })).toBeInViewport()
    // Beside each other; on a phone the people stand first.
    const dashboard = board.section('Dashboard de Usuários')
    if (width > 1_000) await expect(dashboard).toBeInViewport()
  })
}

test('a thousand bars and ten thousand people stay smooth at twenty changes a second', async ({
  monitor,
}) => {
  test.slow()
  const board = await monitor()
  const { page } = board
  await serveBars(page)
  const socket = serveBoard(page, everybody())
  await page.addInitScript(() => {
    const tasks: number[] = []
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask', buffered: true })
    Object.assign(window, { longTasks: () => tasks.splice(0) })
  })
  const longTasks = (): Promise<number[]> => page.evaluate('longTasks()')

  await board.open()
  await expect(board.section('Bares Cadastrados')).toContainText('1000 bares')
  await expect(page.getByText(/^Ao vivo/)).toContainText('5000 online')
  await board.bar('Bar 1').scrollIntoViewIfNeeded()
  await expect(board.person('Bar 1', 'Pessoa p0')).toBeVisible()
  const whileLoading = await longTasks()

  const opened = await socket
  const frames = changes()
  const until = Date.now() + WATCHED_MS
  while (Date.now() < until) {
    opened.send(JSON.stringify(frames.next().value))
    await page.waitForTimeout(FRAME_EVERY_MS)
  }
  const whileChanging = await longTasks()

  await page.evaluate(() => scrollBy(0, 40_000))
  await expect(board.bar('Bar 1').getByRole('list')).toHaveCount(0)
  // Rows may turn out higher than their estimated height.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(board.person('Bar 1000', 'Pessoa p8')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const whileScrolling = await longTasks()
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)

  const worst = (tasks: number[]) => `${tasks.length} long tasks, worst ${Math.max(0, ...tasks)} ms`
  console.log(`1,000 bars, loading: ${worst(whileLoading)}`)
  console.log(`1,000 bars, 20 changes a second for 10 s: ${worst(whileChanging)}`)
  console.log(`1,000 bars, scrolling to the end: ${worst(whileScrolling)}; ${elements} elements`)
  expect(whileChanging.filter((ms) => ms > LONG_TASK_MAX_MS)).toEqual([])

  await board.search('bar 777')
  await board.bar('Bar 777').scrollIntoViewIfNeeded()
  await expect(board.person('Bar 777', 'Pessoa p0')).toBeVisible()
})
