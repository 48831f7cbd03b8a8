import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { comparePlaces } from '#contract/people-order.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { RoomEvent } from '#contract/protocol.ts'
import type { FakeBar } from '#test/fakes/fake-server.ts'
import { EPOCH, FakeServer } from '#test/fakes/fake-server.ts'
import { aPerson, NOW, people, YOU } from '#test/fakes/people.ts'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'

export const CROWD = 5_000
export const EVENTS_PER_SECOND = 20
export const CPU_SLOWED = 4

/** The people at the top of the list, about as many as the first screens of a phone show. */
const NEAR = 40
/** How many people have “Zeca 12” in their name or table. */
const FOUND = 11
/** The last arrival. Toasts of later ones would cover the search. */
const COMINGS_UNTIL = 50

/** The measurements of a full list in use. */
export interface CrowdedList {
  /** Cards in the page before it was scrolled. */
  drawn: number
  /** Presses and keys that took long enough for the browser to time them. */
  interactions: number
  /** The slowest interaction, until the page had drawn its result. Milliseconds. */
  slowestMs: number
  /** Time from the last key of a search to its list. Milliseconds. */
  searchMs: number
  /** The browser's sum of layout shifts without recent input, while the list was held. */
  shift: number
  /** Cards that moved on the screen while the list was held, with the distance and the search text. */
  moved: string[]
  /** The place among the conversations of the person who wrote from off-screen, from 0, after the pill. */
  writerPlace: number
  /** The text of the pill for changes that waited during the hold. */
  waited: string
}

/** Reads, scrolls and searches in a list of thousands during a rush, on a slow phone. */
export async function tryCrowdedList(
  page: Page,
  origin: string,
  bar: FakeBar,
  slowed = CPU_SLOWED,
): Promise<CrowdedList> {
  const server = await FakeServer.start(page, origin, bar)
  const crowd = people(CROWD)
  await server.enterRoom({ people: crowd })
  await server.open(`/bar/${bar.id}/table/${YOU.id}`)
  const cards = page.getByRole('listitem')
  await cards.first().waitFor()
  const drawn = await cards.count()
  await page.waitForLoadState('networkidle')
  const chrome = await page.context().newCDPSession(page)
  await chrome.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  await page.evaluate(watchList)
  const rush = startRush(server, crowd)
  try {
    await page.waitForTimeout(1_500)
    await hold(page, true)
    const writer = crowd.at(-2) ?? crowd[0]
    if (writer) write(server, writer)
    const pill = page.getByRole('button', { name: /^Mensagem de / })
    await pill.waitFor()
    const waited = (await pill.textContent()) ?? ''
    await page.waitForTimeout(1_000)
    await scrollAround(page)
    await search(page)
    await hold(page, false)
    await pill.click()
    await cards.filter({ hasText: writer?.name ?? '' }).waitFor()
    const writerPlace = await findPlace(page, writer?.name ?? '')
    rush.stop()
    const seen = await page.evaluate(() => {
      const { worst, searchMs, shift, moved, interactions } = window.seenOfList
      return { slowestMs: worst, searchMs, shift, moved, interactions: interactions.size }
    })
    return { drawn, ...seen, writerPlace, waited }
  } finally {
    rush.stop()
    await chrome.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
}

async function hold(page: Page, isHeld: boolean): Promise<void> {
  await page.evaluate((isHeld) => window.seenOfList.hold(isHeld), isHeld)
}

/** First as a thumb's swing does, then with a wheel. */
async function scrollAround(page: Page): Promise<void> {
  for (const px of [700, 700, 2_000, 9_000]) {
    await page.evaluate((by) => scrollBy(0, by), px)
    await page.waitForTimeout(800)
  }
  await page.mouse.move(200, 400)
  for (const px of [-1_200, -20_000]) {
    await page.mouse.wheel(0, px)
    await page.waitForTimeout(500)
  }
}

/** Searches. A search moves the list on purpose, so the hold pauses until its result is shown. */
async function search(page: Page): Promise<void> {
  const field = page.getByRole('searchbox')
  await field.click()
  await hold(page, false)
  await field.pressSequentially('zeca 12', { delay: 40 })
  const found = page.getByRole('listitem')
  // The bench runs without the limits of playwright.config.ts.
  await expect(found).toHaveText(Array(FOUND).fill(/Zeca 12/), { timeout: WAIT_HANGS_AFTER_MS })
  await hold(page, true)
  await page.waitForTimeout(1_000)
  await hold(page, false)
  await field.press('ControlOrMeta+a')
  await field.press('Backspace')
  await page.getByText(YOU.name, { exact: true }).waitFor()
  await hold(page, true)
  await page.waitForTimeout(1_000)
}

const findPlace = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Conversas' })
    .getByRole('listitem')
    .evaluateAll((all, wanted) => all.findIndex((card) => card.textContent?.includes(wanted)), name)

function write(server: FakeServer, from: PublicPerson): void {
  const message = {
    id: aPerson(90_000).id,
    number: 1,
    from: from.id,
    to: YOU.id,
    text: 'Oi!',
    createdAt: NOW,
  }
  server.send({ type: 'message', message, unread: 1 })
}

/** Sends events, half of them about the people at the top of the list. Early on, people also come and leave. */
function startRush(server: FakeServer, crowd: PublicPerson[]): { stop: () => void } {
  const near = [...crowd].sort(comparePlaces).slice(0, NEAR)
  let number = 1
  const toFact = (): RoomEvent => {
    const turn = number < COMINGS_UNTIL ? number % 10 : 0
    if (turn === 3) {
      const left = near[(number * 7) % NEAR] ?? YOU
      return { kind: 'left', personId: left.id, name: left.name }
    }
    if (turn === 8)
      return { kind: 'entered', person: aPerson(CROWD + number, { name: `Ana ${number}` }) }
    const from = number % 2 === 0 ? near : crowd
    const index = (number * 37) % from.length
    const before = from[index] ?? YOU
    const person = { ...before, online: !before.online }
    from[index] = person
    return { kind: 'presence', person }
  }
  const timer = setInterval(() => {
    number += 1
    const counts = { total: CROWD + 1, online: 3_750 }
    server.send({ type: 'events', epoch: EPOCH, number, ...counts, events: [toFact()] })
  }, 1_000 / EVENTS_PER_SECOND)
  return { stop: () => clearInterval(timer) }
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

declare global {
  interface Window {
    seenOfList: {
      interactions: Set<number>
      worst: number
      searchMs: number
      shift: number
      moved: string[]
      /** Starts or ends the hold, during which no card may move. */
      hold: (isHeld: boolean) => void
    }
  }
}

/** Runs in the page: looks at every frame from now on. */
function watchList(): void {
  let heldAt: number | null = null
  let searchedAt: number | null = null
  const hold = (isHeld: boolean) => {
    heldAt = isHeld ? performance.now() : null
    searchedAt = null
  }
  const nothing = { interactions: new Set<number>(), worst: 0, searchMs: 0, shift: 0, moved: [] }
  const seen: Window['seenOfList'] = { ...nothing, hold }
  window.seenOfList = seen
  const observe = (type: string, note: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, ...more })
  const long: PerformanceObserverInit & { durationThreshold: number } = { durationThreshold: 16 }
  const note = (entry: PerformanceEntry) => {
    const { duration, interactionId } = entry as PerformanceEventTiming
    // Events of a pointer that merely passes over elements during a scroll have no id.
    if (!interactionId) return
    seen.interactions.add(interactionId)
    seen.worst = Math.max(seen.worst, duration)
  }
  observe('event', note, long)
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput, sources } = entry as LayoutShift
    // Toasts lie over the page, and move up where one above them goes.
    // The browser reports shifts late.
    const isHeld = ({ startTime }: PerformanceEntry) => heldAt !== null && startTime >= heldAt
    const isOfPage = ({ node }: { node: Node | null }) =>
      node && !(node instanceof Element ? node : node.parentElement)?.closest('[popover]')
    if (isHeld(entry) && !hadRecentInput && sources.some(isOfPage)) seen.shift += value
  })
  let before = new Map<string, number>()
  let scrolledBefore = scrollY
  let heightBefore = document.body.scrollHeight
  const search = document.querySelector<HTMLInputElement>('[type=search]')
  search?.addEventListener('input', ({ timeStamp }) => {
    searchedAt = timeStamp
  })
  const look = (): void => {
    const now = new Map<string, number>()
    for (const card of document.querySelectorAll('[role=listitem]')) {
      const { top, bottom } = card.getBoundingClientRect()
      const name = card.querySelector('[dir=auto]')?.textContent ?? ''
      if (bottom > 0 && top < innerHeight) now.set(name, top)
    }
    // Each key of a search brings another list, whose movement is wanted.
    const isAnother = Math.abs(document.body.scrollHeight - heightBefore) > 500
    heightBefore = document.body.scrollHeight
    if (isAnother && searchedAt !== null)
      seen.searchMs = Math.max(seen.searchMs, performance.now() - searchedAt)
    for (const [name, top] of isAnother || heldAt === null ? [] : now) {
      const by = top - (before.get(name) ?? top)
      // The card moved neither with the page nor with the screen.
      if (Math.abs(by) > 1 && Math.abs(by + scrollY - scrolledBefore) > 1)
        seen.moved.push(`${name}, ${by} px to ${top}, at ${scrollY}, “${search?.value}”`)
    }
    before = now
    scrolledBefore = scrollY
    requestAnimationFrame(look)
  }
  look()
}
