import { randomUUID } from 'node:crypto'
import { buildApp } from '#scripts/build-app.ts'
import { inRoot } from '#scripts/paths.ts'
import { startServer } from '#scripts/serve.ts'
import { UNTRACED, withBars, withStateDir } from './bar-server.ts'
import type { Bench, Measurement } from './bench.ts'
import type { DIALECTS } from './chat-dialects.ts'
import type { Order, Speaker, Talked } from './chat-load.ts'
import { Child } from './child.ts'
import { enter, toAddress } from './enter.ts'
import { median } from './median.ts'
import { findRuntime, readCpuMs } from './server-cpu.ts'

const PAIRS = 100
const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const MESSAGES_EACH = Number(process.env.BENCH_MESSAGES ?? 60)
const BAR_ID = 'BENCH2'
const OVER_BARE_MAX = 1.5
const UNDER_COMMITTING_MIN = 2

/** People talk as fast as the server lets them: that is the bench's, everything else the product's. */
export const RAISED_LIMITS = JSON.stringify({
  ...{ framesBurst: 1_000_000, framesPerSecond: 1_000_000 },
  ...{ sayPairBurst: 1_000_000, sayPairPerSecond: 1_000_000, sayPerMinute: 1_000_000 },
})

interface Contender {
  name: string
  dialect: keyof typeof DIALECTS
  people: Speaker[]
  /** Of the process that serves. */
  pid: number
}

interface Run {
  serverUs: number
  clientUs: number
  perSecond: number
}

async function measure(): Promise<Measurement> {
  await buildApp()
  return withBars([BAR_ID], { vars: { RAISED_LIMITS } }, ({ origin }, roomDir) =>
    withStateDir(async (relaysDir) => {
      const relays = await startServer({
        ...{ stateDir: relaysDir, config: inRoot('bench/relays/wrangler.toml'), env: UNTRACED },
      })
      const socketIo = new Child('relays/socket-io.ts')
      try {
        const port = await socketIo.hear<number>()
        const room = await seatInRoom(origin)
        const bare = seatAt(relays.origin, '/bare')
        const committing = seatAt(relays.origin, '/committing')
        const anywhere = seatAt(`http://127.0.0.1:${port}`, '/socket.io/?EIO=4&transport=websocket')
        // Before anybody has stored anything there is no file by which to know the process.
        await touch(committing)
        const relaysPid = findRuntime(relaysDir)
        return await compare([
          { name: 'the room', dialect: 'room', people: room, pid: findRuntime(roomDir) },
          { name: 'bare relay', dialect: 'relay', people: bare, pid: relaysPid },
          { name: 'commit per message', dialect: 'relay', people: committing, pid: relaysPid },
          { name: 'Socket.IO', dialect: 'socketIo', people: anywhere, pid: socketIo.pid },
        ])
      } finally {
        socketIo.end()
        await relays.stop()
      }
    }),
  )
}

async function seatInRoom(origin: string): Promise<Speaker[]> {
  const people: Speaker[] = []
  for (let index = 0; index < 2 * PAIRS; index += 1) {
    const patron = await enter(origin, BAR_ID, index)
    people.push({ id: patron.id, address: toAddress(origin, BAR_ID, patron) })
  }
  return people
}

function seatAt(origin: string, path: string): Speaker[] {
  return Array.from({ length: 2 * PAIRS }, () => {
    const id = randomUUID()
    const url = `${origin.replace('http', 'ws')}${path}${path.includes('?') ? '&' : '?'}person=${id}`
    return { id, address: { url, protocols: [], headers: {} } }
  })
}

async function touch(people: Speaker[]): Promise<void> {
  const load = new Child('chat-load.ts')
  await load.ask({ order: 'connect', dialect: 'relay', people: people.slice(0, 2) } satisfies Order)
  await load.ask({ order: 'talk', messagesEach: 1 } satisfies Order)
  load.end()
}

/** Everybody in turn, run after run, so that what else the machine does falls on all alike. */
async function compare(contenders: Contender[]): Promise<Measurement> {
  const runs = new Map<string, Run[]>(contenders.map(({ name }) => [name, []]))
  const loads: [Contender, Child][] = []
  for (const contender of contenders) {
    const { dialect, people } = contender
    const load = new Child('chat-load.ts')
    await load.ask({ order: 'connect', dialect, people } satisfies Order)
    loads.push([contender, load])
  }
  // The first run is a warm-up and does not count.
  for (let run = 0; run <= RUNS; run += 1) {
    for (const [contender, load] of loads) {
      const measured = await measureRun(contender, load)
      if (run > 0) runs.get(contender.name)?.push(measured)
    }
  }
  for (const [, load] of loads) load.end()
  return report(runs)
}

async function measureRun({ pid }: Contender, load: Child): Promise<Run> {
  const before = readCpuMs(pid)
  const order: Order = { order: 'talk', messagesEach: MESSAGES_EACH }
  const { messages, ms, cpuMs } = await load.ask<Talked>(order)
  return {
    serverUs: ((readCpuMs(pid) - before) / messages) * 1_000,
    clientUs: (cpuMs / messages) * 1_000,
    perSecond: (messages / ms) * 1_000,
  }
}

function report(runs: Map<string, Run[]>): Measurement {
  const of = (name: string, what: keyof Run) => (runs.get(name) ?? []).map((run) => run[what])
  const cost = (name: string) => median(of(name, 'serverUs'))
  const overBare = cost('the room') / cost('bare relay')
  const underCommitting = cost('commit per message') / cost('the room')
  const row = (name: string) => {
    const all = of(name, 'serverUs')
    const spread = `${Math.min(...all).toFixed(0)}-${Math.max(...all).toFixed(0)}`
    const cells = [cost(name), median(of(name, 'clientUs')), median(of(name, 'perSecond'))]
    return `| ${[name, cells[0]?.toFixed(0), spread, ...cells.slice(1).map((cell) => cell.toFixed(0))].join(' | ')} |`
  }
  return {
    report: [
      `${PAIRS} pairs in one bar, everybody with one message in flight, ${2 * PAIRS * MESSAGES_EACH}`,
      `messages a run, medians of ${RUNS} runs in turn.`,
      '',
      '| | server’s CPU, µs a message | from - to | clients’ CPU, µs | messages a second |',
      '|---|---:|---:|---:|---:|',
      ...[...runs.keys()].map(row),
    ].join('\n'),
    verdicts: [
      {
        claim: `at most ${OVER_BARE_MAX} times a bare relay that stores nothing`,
        found: overBare.toFixed(2),
        isKept: overBare <= OVER_BARE_MAX,
      },
      {
        claim: `at least ${UNDER_COMMITTING_MIN} times less than a commit for each message`,
        found: underCommitting.toFixed(2),
        isKept: underCommitting >= UNDER_COMMITTING_MIN,
      },
    ],
  }
}

export const chatBench: Bench = {
  title: 'Chat: what a durable message costs the server',
  measure,
}
