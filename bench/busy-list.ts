import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { buildApp } from '../scripts/build.ts'
import { nodeNetwork } from '../test/client/node-network.ts'
import { Person } from '../test/client/person.ts'
import { PersonPage } from '../test/e2e/person-page.ts'
import { WAIT_HANGS_AFTER_MS } from '../test/hang-limits.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement } from './bench.ts'
import { atMost, never, toTable, toText } from './bench.ts'
import { withBrowser } from './browser.ts'

const BAR_ID = 'BENCHB'
const PEOPLE = 45
const MINUTES = Number(process.env.BENCH_MINUTES ?? 5)
const CHANGE_EVERY_MS = 3_000
/** The menu is opened and closed with every so manieth change. */
const PRESS_EVERY = 4
const CPU_SLOWED = 4
const PRESS_MS_MAX = 100
const COVERED_PERCENT_MAX = 10
const BUSY_PERCENT_MAX = 15
const SOCKET_KB_MAX = 60
const HEAP_GROWTH_MB_MAX = 0.5

interface Sample {
  taskMs: number
  heapMb: number
}

interface Seen {
  shift: number
  slowestMs: number
  looks: number
  covered: number
}

declare global {
  interface Window {
    seenOfBusyList: Seen
  }
}

async function measure(): Promise<Measurement> {
  await buildApp()
  const found = await withBars([BAR_ID], {}, ({ origin }) => spend(origin))
  const { seen, busyPercent, socketKb, heapGrowthMb } = found
  const coveredPercent = (100 * seen.covered) / seen.looks
  return {
    report: [
      `${PEOPLE} people online, one comes or goes every ${CHANGE_EVERY_MS / 1_000} s, ${MINUTES} minutes, a CPU ${CPU_SLOWED} times slower.`,
      '',
      toTable(
        ['', ''],
        [
          ['layout shift', toText(seen.shift, 3)],
          ['slowest press, ms', toText(seen.slowestMs)],
          ['% of the time with a toast over the title', toText(coveredPercent, 1)],
          ['% of the time in tasks of the main thread', toText(busyPercent, 1)],
          ['kB that came on the socket', toText(socketKb, 1)],
          ['MB more heap after the first minute', toText(heapGrowthMb, 2)],
        ],
      ),
    ].join('\n'),
    verdicts: [
      never('a shift', [seen.shift]),
      atMost(PRESS_MS_MAX, 'ms for the slowest press', seen.slowestMs),
      atMost(COVERED_PERCENT_MAX, '% of the time with the title covered', coveredPercent, 1),
      atMost(BUSY_PERCENT_MAX, '% of the time in tasks', busyPercent, 1),
      atMost(SOCKET_KB_MAX, 'kB on the socket', socketKb, 1),
      atMost(HEAP_GROWTH_MB_MAX, 'MB more heap', heapGrowthMb, 2),
    ],
  }
}

function spend(origin: string) {
  return withBrowser([], async (browser) => {
    const viewport = { width: 390, height: 844 }
    const page = await browser.newPage({ baseURL: origin, viewport, serviceWorkers: 'block' })
    page.setDefaultTimeout(WAIT_HANGS_AFTER_MS)
    const here: Person[] = []
    let count = 0
    const come = async (): Promise<void> => {
      count += 1
      const network = nodeNetwork(() => origin)
      const person = await Person.enter(network, BAR_ID, { name: `Pessoa ${count}` })
      here.push(await person.connect())
    }
    const go = async (): Promise<void> => {
      const [person] = here.splice(count % here.length, 1)
      await person?.leave()
      person?.close()
    }
    while (count < PEOPLE) await come()
    const chrome = await page.context().newCDPSession(page)
    const socket = await countSocket(chrome)
    await new PersonPage({ page }, 'Helena').enterBar(BAR_ID, '7')
    await page.waitForLoadState('networkidle')
    await chrome.send('Performance.enable')
    await chrome.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED })
    // The toasts of the entry are over.
    await sleep(10_000)
    await page.evaluate(watch)
    const socketBefore = socket.bytes
    const before = await sample(chrome)
    let afterMinute = before
    const beganAt = performance.now()
    for (let change = 1; change <= (60_000 * MINUTES) / CHANGE_EVERY_MS; change += 1) {
      const next = sleep(CHANGE_EVERY_MS)
      await (change % 2 ? come() : go())
      if (change % PRESS_EVERY === 0) await pressMenu(page)
      await next
      if (change * CHANGE_EVERY_MS === 60_000) afterMinute = await sample(chrome)
    }
    const wallMs = performance.now() - beganAt
    const after = await sample(chrome)
    for (const person of here) person.close()
    return {
      seen: await page.evaluate(() => window.seenOfBusyList),
      busyPercent: (100 * (after.taskMs - before.taskMs)) / wallMs,
      socketKb: (socket.bytes - socketBefore) / 1_000,
      heapGrowthMb: after.heapMb - afterMinute.heapMb,
    }
  })
}

async function pressMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.keyboard.press('Escape')
}

async function countSocket(chrome: CDPSession): Promise<{ bytes: number }> {
  const socket = { bytes: 0 }
  await chrome.send('Network.enable')
  chrome.on('Network.webSocketFrameReceived', ({ response }) => {
    socket.bytes += Buffer.byteLength(response.payloadData)
  })
  return socket
}

async function sample(chrome: CDPSession): Promise<Sample> {
  await chrome.send('HeapProfiler.collectGarbage')
  const { metrics } = await chrome.send('Performance.getMetrics')
  const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  return { taskMs: 1_000 * of('TaskDuration'), heapMb: of('JSHeapUsedSize') / 1e6 }
}

/** Runs in the page: looks four times a second whether a toast lies over the title. */
function watch(): void {
  const seen: Seen = { shift: 0, slowestMs: 0, looks: 0, covered: 0 }
  window.seenOfBusyList = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      }
      // Toasts lie over the page.
      const isOfPage = sources.some(
        ({ node }) =>
          node && !(node instanceof Element ? node : node.parentElement)?.closest('[popover]'),
      )
      if (isOfPage && !hadRecentInput) seen.shift += value
    }
  }).observe({ type: 'layout-shift' })
  const presses: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) seen.slowestMs = Math.max(seen.slowestMs, entry.duration)
  }).observe(presses)
  setInterval(() => {
    const title = document.querySelector('h1')?.getBoundingClientRect()
    const toasts = [...document.querySelectorAll('[popover=manual] > div > div')]
    seen.looks += 1
    const isCovered = toasts.some((toast) => {
      const box = toast.getBoundingClientRect()
      return title && box.height > 0 && box.top < title.bottom && box.bottom > title.top
    })
    if (isCovered) seen.covered += 1
  }, 250)
}

export const busyListBench: Bench = {
  title: 'A busy list: what five minutes among 45 people cost the phone',
  measure,
}
