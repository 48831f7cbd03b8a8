// A crowd that comes into one bar, in a process of its own: over HTTP and a socket each, as pages do.
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { LIMITS } from '#contract/limits.ts'
import { PING, PONG } from '#contract/protocol.ts'
import type { Patron } from './enter.ts'
import { enter, toAddress } from './enter.ts'
import type { Joined, Seen } from './joins-seen.ts'
import { see } from './joins-seen.ts'

const PING_EVERY_MS = 20_000

export type CrowdOrder =
  /** Opens pages of people who are in the bar already. */
  | { order: 'seat'; origin: string; barId: string; patrons: Patron[] }
  /** Has so many come, evenly within that time. Answers when the room has come to rest. */
  | { order: 'join'; origin: string; barId: string; count: number; withinMs: number; from: number }

/** A frame of a page, and when it came; milliseconds of this process's clock. */
export interface Arrival {
  at: number
  text: string
}

interface CrowdPage {
  id: string
  openedAt: number
  arrivals: Arrival[]
}

const pages: CrowdPage[] = []

async function open(origin: string, barId: string, patron: Patron): Promise<CrowdPage> {
  const { url, protocols, headers } = toAddress(origin, barId, patron)
  const socket = new WebSocket(url, protocols, { headers, perMessageDeflate: false })
  const page: CrowdPage = { id: patron.id, openedAt: performance.now(), arrivals: [] }
  let frames = 0
  setInterval(() => socket.send(PING), PING_EVERY_MS).unref()
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`closed with ${code}`)))
    socket.on('message', (data) => {
      const text = String(data)
      if (text === PONG) return
      frames += 1
      if (frames % LIMITS.confirmEveryFrames === 0) {
        socket.send(JSON.stringify({ type: 'confirm', frames }))
      }
      page.arrivals.push({ at: performance.now(), text })
      resolve()
    })
  })
  pages.push(page)
  return page
}

async function seat({ origin, barId, patrons }: CrowdOrder & { order: 'seat' }): Promise<number> {
  const waiting = patrons.values()
  const lane = async (): Promise<void> => {
    for (const patron of waiting) await open(origin, barId, patron)
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  return pages.length
}

async function join(order: CrowdOrder & { order: 'join' }): Promise<Seen> {
  for (const page of pages) page.arrivals.length = 0
  const startedAt = performance.now()
  const joins: Promise<Joined>[] = []
  for (let index = 0; index < order.count; index += 1) {
    const dueAt = startedAt + (index * order.withinMs) / order.count
    await sleep(Math.max(0, dueAt - performance.now()))
    joins.push(joinOne(order, order.from + index))
  }
  const joined = await Promise.all(joins)
  // What a rush holds back, and a busy machine's delay.
  await sleep(3_000)
  return see(joined, pages)
}

async function joinOne(order: CrowdOrder & { order: 'join' }, index: number): Promise<Joined> {
  const askedAt = performance.now()
  const patron = await enter(order.origin, order.barId, index)
  const enteredAt = performance.now()
  await open(order.origin, order.barId, patron)
  return { id: patron.id, enteredAt, ms: performance.now() - askedAt }
}

process.on('message', async (order: CrowdOrder) => {
  process.send?.(order.order === 'seat' ? await seat(order) : await join(order))
})
process.once('disconnect', () => process.exit())
