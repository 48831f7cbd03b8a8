import { setTimeout as sleep } from 'node:timers/promises'
import { makeLocalSecrets } from '#scripts/local-secrets.ts'
import { inRoot } from '#scripts/paths.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement, Verdict } from './bench.ts'
import type { Order, Speaker } from './chat-load.ts'
import { Child } from './child.ts'
import { countedBench } from './counted.ts'
import { enterMany, toAddress } from './enter.ts'
import type { Relay } from './relays.ts'
import { withRelays } from './relays.ts'
import { RUNS, takeRuns, toFigure } from './runs.ts'
import { findRuntime, readCpuMs } from './server-cpu.ts'
import type { Ran } from './silence/socket-io.ts'
import { toCells, toTable, toText } from './tables.ts'
import { judgeLoad, never } from './verdicts.ts'

const BAR_ID = 'BENCH6'
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 1_000)
const SILENT_MS = 60_000
/** Graces, what is still to be told, and the ten seconds after which the platform puts a room away. */
const RESTS_WITHIN_MS = 45_000

const inSmall = countedBench('B6', '', ['worker/room/silence.test.ts'])

/** What a server ran in a minute in which everybody only pinged; null where there is no such thing. */
interface Minute extends Ran {
  alarms: number | null
  /** How often its object was made anew, having been put away. */
  wakes: number | null
  serverMs: number
  loadMs: number
}

interface Silent {
  name: string
  pid: number
  load: Child
  takeRan: () => Promise<Omit<Minute, 'serverMs' | 'loadMs'>>
}

/** What a server has printed of its runs since it was last asked. */
class Printed {
  #text = ''

  readonly onOutput = (text: string): void => {
    this.#text += text
  }

  readonly take = async () => {
    const count = (what: string) => this.#text.split(`ran: ${what};`).length - 1
    const of = ['fetch', 'webSocketMessage', 'webSocketClose', 'webSocketError'].map(count)
    const handlers = of.reduce((sum, one) => sum + one, 0)
    const ran = { handlers, timers: count('timer'), alarms: count('alarm'), wakes: count('woken') }
    this.#text = ''
    return ran
  }
}

async function measure(): Promise<Measurement> {
  const counted = await inSmall.measure()
  makeLocalSecrets()
  const [room, relay] = [new Printed(), new Printed()]
  const { onOutput } = room
  const options = {
    ...{ config: inRoot('wrangler.toml'), script: inRoot('bench/silence/worker.ts'), onOutput },
  }
  const relayOptions = {
    ...{ script: inRoot('bench/silence/relays.ts'), onOutput: relay.onOutput },
    socketIoScript: 'silence/socket-io.ts',
  }
  return withBars([BAR_ID], options, ({ origin }, stateDir) =>
    withRelays(async ({ bare, socketIo }) => {
      const patrons = await enterMany(origin, BAR_ID, PEOPLE)
      const people = patrons.map((patron) => ({
        id: patron.id,
        address: toAddress(origin, BAR_ID, patron),
      }))
      const silent: Silent[] = [
        {
          ...{ name: 'the room', pid: findRuntime(stateDir), takeRan: room.take },
          load: await seat('room', people),
        },
        { ...bare, load: await seatAt(bare), takeRan: relay.take },
        {
          ...{ ...socketIo, load: await seatAt(socketIo) },
          takeRan: async () => ({ ...(await socketIo.process.ask<Ran>('')), ...NO_OBJECT }),
        },
      ]
      try {
        await sleep(RESTS_WITHIN_MS)
        await Promise.all(silent.map(({ takeRan }) => takeRan()))
        const minutes = await takeRuns(() => watchAll(silent))
        return toMeasurement(counted, silent, minutes)
      } finally {
        for (const { load } of silent) load.end()
      }
    }, relayOptions),
  )
}

const NO_OBJECT = { alarms: null, wakes: null }

const seatAt = ({ dialect, seat: toSeat }: Relay) =>
  seat(
    dialect,
    Array.from({ length: PEOPLE }, () => toSeat(BAR_ID)),
  )

async function seat(dialect: Relay['dialect'], people: Speaker[]): Promise<Child> {
  const load = new Child('chat-load.ts')
  await load.ask({ order: 'connect', dialect, people } satisfies Order)
  return load
}

/** The same minute for all. */
async function watchAll(silent: readonly Silent[]): Promise<Minute[]> {
  const readAll = () =>
    silent.map(({ pid, load }) => [readCpuMs(pid), readCpuMs(load.pid)] as const)
  const before = readAll()
  await sleep(SILENT_MS)
  const after = readAll()
  return Promise.all(
    silent.map(async ({ takeRan }, place) => {
      const spent = (what: 0 | 1) => (after[place]?.[what] ?? 0) - (before[place]?.[what] ?? 0)
      return { ...(await takeRan()), serverMs: spent(0), loadMs: spent(1) }
    }),
  )
}

function toMeasurement(
  counted: Measurement,
  silent: readonly Silent[],
  minutes: Minute[][],
): Measurement {
  const minutesOf = (place: number) => minutes.flatMap((minute) => minute[place] ?? [])
  const rows = silent.map(({ name }, place) => {
    const all = minutesOf(place)
    const sum = (of: (minute: Minute) => number | null) =>
      all.reduce<number | null>((before, one) => add(before, of(one)), 0) ?? 'none'
    return [
      ...[name, sum(({ alarms }) => alarms), sum(({ handlers }) => handlers)],
      ...[sum(({ timers }) => timers), sum(({ wakes }) => wakes)],
      ...toCells(toFigure(all, ({ serverMs }) => serverMs)),
      toText(toFigure(all, ({ loadMs }) => loadMs).median),
    ]
  })
  const head = [
    ...['', 'alarms', 'other handlers', 'timers set', 'times put away and made anew'],
    ...['server’s CPU, ms a minute', 'from - to', 'clients’ CPU, ms a minute'],
  ]
  return {
    report: [
      counted.report,
      '',
      `${PEOPLE} people who only ping, everywhere in the same ${RUNS} minutes: what ran in all of them, and`,
      'the median minute’s CPU.',
      '',
      toTable(head, rows),
    ].join('\n'),
    verdicts: [...counted.verdicts, ...judge(minutesOf(0), minutes.flat())],
  }
}

const add = (one: number | null, other: number | null) =>
  one === null || other === null ? null : one + other

function judge(room: Minute[], all: Minute[]): Verdict[] {
  const wakes = room.reduce((sum, minute) => sum + (minute.wakes ?? 0), 0)
  const alarms = room.reduce((sum, minute) => sum + (minute.alarms ?? 0), 0)
  return [
    never(
      'a handler but the agenda’s, in any minute',
      room.map(({ handlers }) => handlers),
    ),
    never(
      'a timer, in any minute',
      room.map(({ timers }) => timers),
    ),
    {
      // An alarm less than ten seconds after another finds the room where that one left it.
      claim: 'the room hibernates: the agenda found it put away, every minute',
      found: `${wakes} of ${alarms} times`,
      isKept: room.every((minute) => (minute.wakes ?? 0) > 0),
    },
    judgeLoad(all.map(({ loadMs }) => loadMs / SILENT_MS)),
  ]
}

export const silenceBench: Bench = {
  title: 'Silence: what people who say nothing cost',
  measure,
}
