import type { Page } from '@playwright/test'
import type { AdminBar } from '#contract/admin-bar.ts'
import { LIMITS } from '#contract/limits.ts'
import type { BarCounts, MonitorChanges } from '#contract/monitor.ts'
import { anAdminBar } from '#test/fakes/bars.ts'
import { FakeServer } from '#test/fakes/fake-server.ts'
import { aFrame, aMonitoredPerson, changes } from '#test/fakes/monitor.ts'
import { makeBarIds } from '#test/server/bar-ids.ts'
import { expect, test } from './e2e.ts'
import { IS_SHORT } from './run-scope.ts'

const BARS = 1_000
const PEOPLE_PER_BAR = 10
const CHANGES_PER_FRAME = 10
const FRAME_EVERY_MS = 500
const FRAMES = IS_SHORT ? 8 : 20
const DRAWN_MAX = 200
/** Ten bars change, five of them on the screen: their numbers, those of all bars, and one person each. */
const MUTATIONS_PER_FRAME_MAX = 100

const BAR_IDS = makeBarIds('BAR', BARS)

function aBar(id: string, index: number): AdminBar {
  const phone = '+5511987654321'
  const city = index % 2 ? 'Recife' : 'São Paulo'
  return anAdminBar({ id, name: `Bar ${index + 1}`, city, phone, createdAt: 1_000_000 - index })
}

/** In every bar. */
const PEOPLE = Array.from({ length: PEOPLE_PER_BAR }, (_, index) =>
  aMonitoredPerson(`p${index}`, { phone: '•••• 4321', online: index % 2 === 0 }),
)

/** Each frame changes the counts of ten bars: the first ones, on the screen, as often as distant ones. */
function* counts(): Generator<MonitorChanges> {
  for (let number = 2; ; number += 1) {
    const changed = Array.from({ length: CHANGES_PER_FRAME }, (_, index) => {
      const barId = BAR_IDS[index < 5 ? index : (number * 7 + index * 97) % BARS] ?? ''
      return [barId, [number % 2 ? 5 : 4, PEOPLE_PER_BAR]] as const
    })
    yield aFrame(number, { counts: Object.fromEntries(changed) as BarCounts })
  }
}

/** Microseconds of CPU time of a thread in Chromium's trace, and the names that it gives. */
interface TraceEvent {
  name: string
  tid: number
  pid: number
  tdur?: number
  args: { name?: string }
}

/** Measures the main threads' tasks in milliseconds of CPU, because the clock includes other load. */
async function traceTasks(page: Page): Promise<() => Promise<number[]>> {
  const browser = page.context().browser()
  const categories = ['__metadata', 'disabled-by-default-devtools.timeline']
  await browser?.startTracing(page, { categories })
  return async () => {
    const trace = String(await browser?.stopTracing())
    const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace)
    const toThread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
    const main = traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(toThread)
    return traceEvents
      .filter((event) => event.name === 'RunTask' && main.includes(toThread(event)))
      .map(({ tdur = 0 }) => tdur / 1_000)
  }
}

/** Changes of the document from now on. */
async function countMutations(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const counted = { mutations: 0 }
    new MutationObserver((records) => {
      counted.mutations += records.length
    }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
    return counted
  })
  return () => counted.evaluate(({ mutations }) => mutations)
}

test('the board draws few of 1,000 bars, opens at most 24 sections, and is smooth at 20 changes a second', async ({
  bar,
  monitor,
  server,
}) => {
  const board = await monitor()
  const { page } = board
  const fake = await FakeServer.start(page, server.origin, bar)
  const rooms = BAR_IDS.map((barId) => ({ barId, people: PEOPLE, help: [], reports: '' }))
  await fake.signIn({ bars: BAR_IDS.map(aBar), board: { rooms } })
  await board.open()
  await expect(board.section('Bares Cadastrados')).toContainText('1.000 bares')
  await expect(page.getByRole('navigation', { name: 'Visão geral' })).toContainText('5.000 online')
  await board.bar('Bar 1').scrollIntoViewIfNeeded()
  await board.unfold('Bar 1')
  await expect(board.person('Bar 1', 'Pessoa p0')).toBeVisible()
  const night = await board
    .bar('Bar 1')
    .getByText(/ visitas esta noite$/)
    .textContent()

  const abel = aMonitoredPerson('abel', { name: 'Abel' })
  await test.step('nobody moves until the pill is pressed', async () => {
    const shown = board.bar('Bar 1').getByRole('list').getByRole('listitem')
    const firstId = BAR_IDS[0] ?? ''
    fake.tellSection(firstId, changes({ people: [abel], entered: ['abel'] }))
    await page.getByRole('button', { name: '1 pessoa chegou' }).waitFor()
    await expect(board.person('Bar 1', 'Abel')).toHaveCount(0)
    await board.renew()
    await expect(shown.first()).toContainText('Abel')
    fake.tellSection(firstId, changes({ gone: ['abel'] }))
    await expect(shown.first().getByRole('button', { name: 'Remover Abel' })).toHaveCount(0)
    await expect(shown.first()).toContainText('Abel')
  })

  const frames = counts()
  const endTracing = await traceTasks(page)
  const endCounting = await countMutations(page)
  for (let sent = 0; sent < FRAMES; sent += 1) {
    const frame: MonitorChanges = frames.next().value
    fake.tellMonitor(frame)
    // A bar that is shown.
    const person = PEOPLE[((frame.number >> 1) * 2) % PEOPLE_PER_BAR] ?? abel
    const online = frame.number % 2 === 1
    for (const barId of Object.keys(frame.counts))
      fake.tellSection(barId, changes({ people: [{ ...person, online }] }))
    await expect(board.person('Bar 1', person.name)).toContainText(online ? 'Online' : 'Offline')
    await page.waitForTimeout(FRAME_EVERY_MS)
  }
  const mutations = await endCounting()
  const tasks = await endTracing()

  await page.evaluate(async () => {
    for (let step = 0; step < 20; step += 1) {
      scrollBy(0, 2_000)
      await new Promise(requestAnimationFrame)
    }
  })
  await expect(board.bar('Bar 1')).toHaveCount(0)
  // Rows may turn out higher than their estimated height.
  await expect(async () => {
    // The last row stands above the registered bars.
    await board.showBars()
    await board.bar('Bar 1000').scrollIntoViewIfNeeded({ timeout: 2_000 })
    await expect(board.row('Bar 1000')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await board.unfold('Bar 1000')
  await expect(board.person('Bar 1000', 'Pessoa p8')).toBeVisible()
  await expect(board.bar('Bar 1000')).toContainText(night ?? '')
  // A section that left the screen while it was connecting is closed once it is open.
  await expect.poll(() => fake.openSections).toBeLessThanOrEqual(LIMITS.boardSections)
  console.log(`1,000 bars: ${fake.openSections} sections are open`)
  const longest = Math.max(...tasks)
  console.log(`1,000 bars, 20 changes a second: the longest task took ${longest} ms of CPU`)
  console.log(`1,000 bars: ${mutations / FRAMES} mutations a frame`)
  expect(tasks.length).toBeGreaterThanOrEqual(FRAMES)
  expect(mutations / FRAMES).toBeLessThanOrEqual(MUTATIONS_PER_FRAME_MAX)

  await test.step('at a desk few of them are drawn', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await board.showBars()
    const card = board.section('Bares Cadastrados')
    await card.getByRole('listitem').last().scrollIntoViewIfNeeded()
    await expect(card.getByRole('heading').nth(1)).toBeVisible()
    expect(await card.getByRole('heading').count()).toBeLessThan(DRAWN_MAX)
  })

  await board.search('bar 777')
  await expect(board.section('Bares Cadastrados')).toContainText('1 bar')
  await expect(board.section('Bares Cadastrados')).not.toContainText('1.000 bares')
  await board.bar('Bar 777').scrollIntoViewIfNeeded()
  await board.unfold('Bar 777')
  await expect(board.person('Bar 777', 'Pessoa p0')).toBeVisible()
})
