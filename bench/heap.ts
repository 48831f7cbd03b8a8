import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { readSettings } from '../scripts/cloud/settings.ts'
import { PRODUCTION } from '../scripts/paths.ts'
import { nodeNetwork } from '../test/client/node-network.ts'
import { Person } from '../test/client/person.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement } from './bench.ts'
import { atMost, toTable, toText } from './bench.ts'

const BAR_ID = 'BENCH6'
const PEOPLE = 60
const MINUTES = Number(process.env.BENCH_MINUTES ?? 10)
/** Comings and goings of a minute, as many of each. */
const PER_MINUTE = 240
/** Tables and caches grow to their size before this minute. */
const FROM_MINUTE = 3
/** A limit keeps an entry of a visit's network for a while. */
const VISIT_MAX_KB = 0.3
const MB = 1e6

interface Sample {
  minute: number
  visits: number
  usedMb: number
}

async function measure(): Promise<Measurement> {
  const samples = await withBars([BAR_ID], { isInspected: true }, ({ origin, inspector }) =>
    watch(origin, String(inspector)),
  )
  const from = samples.find(({ minute }) => minute === FROM_MINUTE) ?? samples[0]
  const last = samples.at(-1)
  const grown = (of: (sample: Sample) => number): number =>
    last && from ? of(last) - of(from) : Number.NaN
  const perVisitKb = (1_000 * grown(({ usedMb }) => usedMb)) / grown(({ visits }) => visits)
  return {
    report: [
      `${PEOPLE} people in one bar, ${PER_MINUTE} comings and goings a minute. The heap of the isolate`,
      'after a collection:',
      '',
      toTable(
        ['minute', 'visits so far', 'MB'],
        samples.map((one) => [toText(one.minute), toText(one.visits), toText(one.usedMb, 2)]),
      ),
    ].join('\n'),
    verdicts: [
      atMost(VISIT_MAX_KB, `kB more for each visit after minute ${FROM_MINUTE}`, perVisitKb, 2),
    ],
  }
}

/** One sample before the first minute, and one after each. */
async function watch(origin: string, inspector: string): Promise<Sample[]> {
  const isolate = await Isolate.open(inspector)
  const here: Person[] = []
  let visits = 0
  const come = async (): Promise<void> => {
    visits += 1
    const network = nodeNetwork(() => origin)
    const person = await Person.enter(network, BAR_ID, { name: `Pessoa ${visits}` })
    here.push(await person.connect())
  }
  const go = async (): Promise<void> => {
    const [person] = here.splice(Math.floor(Math.random() * here.length), 1)
    await person?.leave()
    person?.close()
  }
  for (let count = 0; count < PEOPLE; count += 1) await come()
  const samples: Sample[] = []
  const take = async (minute: number): Promise<void> => {
    samples.push({ minute, visits, usedMb: (await isolate.usedBytes()) / MB })
  }
  await take(0)
  const pairMs = (2 * 60_000) / PER_MINUTE
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    for (let pair = 0; pair < PER_MINUTE / 2; pair += 1) {
      const next = sleep(pairMs)
      await Promise.all([come(), go()])
      await next
    }
    await take(minute)
  }
  for (const person of here) person.close()
  isolate.close()
  return samples
}

interface Target {
  id: string
  webSocketDebuggerUrl: string
}

/** A Worker's isolate by V8's inspector. Its objects live in the same one. */
class Isolate {
  readonly #socket: WebSocket
  #asked = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  /** `inspector` lists every isolate of the runtime. The front Worker and Miniflare's own are others. */
  static async open(inspector: string): Promise<Isolate> {
    const listed = (await (
      await fetch(new URL('/json', inspector.replace('ws', 'http')))
    ).json()) as Target[]
    const { name } = readSettings(PRODUCTION).config
    const found = listed.find(({ id }) => id === `core:user:${name}`)
    const socket = new WebSocket(String(found?.webSocketDebuggerUrl))
    await once(socket, 'open')
    return new Isolate(socket)
  }

  async usedBytes(): Promise<number> {
    await this.#ask('HeapProfiler.enable')
    await this.#ask('HeapProfiler.collectGarbage')
    const { usedSize } = await this.#ask<{ usedSize: number }>('Runtime.getHeapUsage')
    return usedSize
  }

  close(): void {
    this.#socket.close()
  }

  #ask<Result>(method: string): Promise<Result> {
    this.#asked += 1
    const id = this.#asked
    return new Promise((resolve, reject) => {
      const hear = ({ data }: MessageEvent): void => {
        const answer = JSON.parse(data)
        if (answer.id !== id) return
        this.#socket.removeEventListener('message', hear)
        if (answer.error) reject(new Error(`${method}: ${answer.error.message}`))
        else resolve(answer.result)
      }
      this.#socket.addEventListener('message', hear)
      this.#socket.send(JSON.stringify({ id, method }))
    })
  }
}

export const heapBench: Bench = { title: 'Heap: what ten minutes of visits leave', measure }
