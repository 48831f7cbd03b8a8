import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import * as v from 'valibot'
import { buildApp } from '../scripts/build.ts'
import { NAMES } from '../scripts/demo/words.ts'
import { inRoot } from '../scripts/paths.ts'
import { nodeNetwork } from '../test/client/node-network.ts'
import { Person } from '../test/client/person.ts'
import { PersonPage } from '../test/e2e/person-page.ts'
import { WAIT_HANGS_AFTER_MS } from '../test/hang-limits.ts'
import { TcpProxy } from '../test/server/tcp-proxy.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement } from './bench.ts'
import { atLeast, atMost, toTable, toText } from './bench.ts'
import { withBrowser } from './browser.ts'

const BAR_ID = 'BENCHE'
/** Where the portrait is taken: nobody of it is in the list. */
const OTHER_BAR_ID = 'BENCHF'
/** A real face (NASA, public domain). Drawn ones are smaller. */
const PORTRAIT = readFileSync(inRoot('test/fixtures/portrait.webp'))
const PEOPLE = 40
const MESSAGES = 20
/** Near the top of the list, and no part of another name. */
const PARTNER = 12
const KB_MAX = 280
/** The icon and the service worker, for which no person waits, arrive within this time. */
const LATE_MS = 3_000

const KINDS = ['Document', 'Script', 'Stylesheet', 'Image', 'Fetch', 'WebSocket'] as const
type Kind = (typeof KINDS)[number]

const NAMES_OF_KINDS: Record<Kind, string> = {
  Document: 'page',
  Script: 'scripts',
  Stylesheet: 'styles',
  Image: 'pictures',
  Fetch: 'answers of the API',
  WebSocket: 'on the socket',
}

interface Came {
  /** Bytes of bodies, by kind. */
  bytes: Map<string, number>
  /** HTTP/2, which Cloudflare speaks, compresses them to a few. */
  heads: number
  photos: Set<string>
}

async function measure(): Promise<Measurement> {
  await buildApp()
  const bars = [BAR_ID, OTHER_BAR_ID]
  const { bytes, heads, photos, total } = await withBars(bars, {}, ({ origin }) => spend(origin))
  const all = total - heads
  const kinds = KINDS.map((kind) => [NAMES_OF_KINDS[kind], bytes.get(kind) ?? 0] as const)
  const rest = kinds.reduce((left, [, came]) => left - came, all)
  const rows = [
    ...kinds,
    ['through the service worker, icons, connections', rest],
    ['all', all],
    ['beside it, heads of HTTP/1.1', heads],
  ] as const
  return {
    report: [
      `From the scan to the receipt: the form with a photo, a list of ${PEOPLE} people with photos, read to its end, ${MESSAGES} messages with one of them, leaving.`,
      '',
      toTable(
        ['what came', 'kB'],
        rows.map(([what, came]) => [what, toText(came / 1_000, 1)]),
      ),
    ].join('\n'),
    verdicts: [
      atLeast(PEOPLE, 'photos that were loaded', photos.size),
      atMost(KB_MAX, 'kB in all', all / 1_000, 1),
    ],
  }
}

async function spend(origin: string): Promise<Came & { total: number }> {
  const portrait = await withBrowser([], (browser) => takePortrait(browser, origin))
  const others: Person[] = []
  for (let index = 0; index < PEOPLE; index += 1) {
    const profile = { name: NAMES[index] ?? '', ...portrait }
    const network = nodeNetwork(() => origin)
    others.push(await (await Person.enter(network, BAR_ID, profile)).connect())
  }
  // All that the browser receives, whoever in it asked.
  const line = await TcpProxy.listen(() => Number(new URL(origin).port))
  let total = 0
  line.judge = (direction, piece) => {
    if (direction === 'toClient') total += piece.length
    return 'pass'
  }
  try {
    const came = await withBrowser([], (browser) => spendInBrowser(browser, line.origin, others))
    return { ...came, total }
  } finally {
    for (const person of others) person.close()
    await line.stop()
  }
}

const portraitSchema = v.object({ photo: v.string(), thumbnail: v.string() })

/** The photo that the form makes of the portrait and sends. */
async function takePortrait(
  browser: Browser,
  origin: string,
): Promise<v.InferOutput<typeof portraitSchema>> {
  const page = await openPhone(browser, origin)
  const sent = page.waitForRequest(
    (request) => request.postData()?.includes('"thumbnail"') === true,
  )
  const gabi = new PersonPage({ page }, 'Gabi')
  await page.goto(`/bar/${OTHER_BAR_ID}/table/7`)
  await gabi.choosePhoto(PORTRAIT)
  await gabi.submitProfile()
  return v.parse(portraitSchema, (await sent).postDataJSON())
}

async function openPhone(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
  })
  page.setDefaultTimeout(WAIT_HANGS_AFTER_MS)
  return page
}

async function spendInBrowser(browser: Browser, origin: string, others: Person[]): Promise<Came> {
  const page = await openPhone(browser, origin)
  const came = await watchBytes(page)
  const helena = new PersonPage({ page }, 'Helena')
  await page.goto(`/bar/${BAR_ID}/table/7`)
  await helena.choosePhoto(PORTRAIT)
  await helena.submitProfile()
  await readToEnd(page)
  await page.evaluate(() => scrollTo(0, 0))
  await talk(helena, others[PARTNER])
  await helena.goBackToList()
  await helena.leave()
  await page.getByText('Você saiu do bar').waitFor()
  await sleep(LATE_MS)
  return came
}

async function talk(helena: PersonPage, partner: Person | undefined): Promise<void> {
  if (!partner) throw new Error('Nobody is there.')
  const { page } = helena
  await helena.openChatWith(partner.entered.person.name)
  const ownId = await page.evaluate(() => sessionStorage.getItem('userId') ?? '')
  for (let number = 0; number < MESSAGES; number += 2) {
    await helena.send(`Você vem sempre aqui? (${number})`)
    await helena.untilSent()
    const answer = `Quase toda sexta, e você? (${number})`
    partner.say(ownId, answer)
    await page.getByRole('log').getByText(answer).waitFor()
  }
}

/** Every photo is loaded once it is on the screen. */
async function readToEnd(page: Page): Promise<void> {
  for (let isAtEnd = false; !isAtEnd; ) {
    isAtEnd = await page.evaluate(() => {
      scrollBy(0, innerHeight / 2)
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 1
    })
    await page.waitForFunction(() =>
      [...document.images].every((image) => {
        const { top, bottom } = image.getBoundingClientRect()
        return image.complete || bottom < 0 || top > innerHeight
      }),
    )
  }
}

async function watchBytes(page: Page): Promise<Came> {
  const came: Came = { bytes: new Map(), heads: 0, photos: new Set() }
  const begun = new Map<string, { kind: string; head: number }>()
  const add = (kind: string, bytes: number) =>
    came.bytes.set(kind, (came.bytes.get(kind) ?? 0) + bytes)
  const chrome = await page.context().newCDPSession(page)
  await chrome.send('Network.enable')
  chrome.on('Network.responseReceived', ({ requestId, type, response }) => {
    begun.set(requestId, { kind: type, head: response.encodedDataLength })
    came.heads += response.encodedDataLength
    if (/\/profiles\/.*thumbnail/.test(response.url)) came.photos.add(response.url)
  })
  chrome.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { kind, head } = begun.get(requestId) ?? { kind: '', head: 0 }
    add(kind, encodedDataLength - head)
  })
  chrome.on('Network.webSocketFrameReceived', ({ response }) => {
    add('WebSocket', Buffer.byteLength(response.payloadData))
  })
  return came
}

export const patronEveningBench: Bench = {
  title: 'A patron’s evening: what the phone loads from the scan to leaving',
  measure,
}
