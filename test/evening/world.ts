import {
  createExecutionContext,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
  waitOnExecutionContext,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import { ALL, activity, asked } from './activity.ts'
import { ownBindings, toBindings } from './bindings.ts'
import { hasTimers, nextTimer, takeTurn } from './clock.ts'
import { noteMoment, TrueDate } from './moments.ts'
import { Socket, toBarrier } from './socket.ts'
import type { Entry } from './transcript.ts'
import type { Version } from './versions.ts'
import type { Wire } from './wire.ts'

/** A room closes a page that it has not heard from for 45 s, and a hidden one or a board after 5 min. */
const PING_EVERY_MS = 40_000
const PATIENT_PING_EVERY_MS = 240_000
/** The platform puts an object to sleep after 10 idle seconds of the true clock. */
const TOUCHED_EVERY_MS = 2_000
/** No timer of an object that lets it fall asleep is longer. */
const AWAKE_MS = 3_000
const OPEN = 1

/** One of the two Workers with its own objects, storage, sockets and moment. */
export class World {
  readonly version: Version
  readonly sockets: Socket[] = []
  #entries: Entry[] = []
  readonly #beganAt: number
  readonly #barIds: readonly string[]
  #now: number
  #round = 0
  /** How many sockets each object held for open. */
  readonly #open: Record<string, number> = {}
  readonly #alarms = new Map<string, number | null>()

  constructor(version: Version, now: number, barIds: readonly string[]) {
    this.version = version
    this.#beganAt = now
    this.#now = now
    this.#barIds = barIds
    worlds.splice(worlds.findIndex((one) => one.version.name === version.name) >>> 0, 1)
    worlds.push(this)
  }

  get wire(): Wire {
    return this.version.wire
  }

  get now(): number {
    return this.#now
  }

  get db(): D1Database {
    return ownBindings(this.version.name, env).DB
  }

  get bucket(): R2Bucket {
    return ownBindings(this.version.name, env).MEDIA
  }

  /** Makes this the world that plays, and puts the clock to its moment. */
  takeTurn(): void {
    takeTurn(this)
    playing = this
    asked.clear()
    if (this.#alarms.size === 0) asked.add(ALL)
    this.#putClock(this.#now)
  }

  note(where: string, seen: unknown): void {
    this.#entries.push({ where, at: this.#now - this.#beganAt, seen })
  }

  /** Rows in any order. */
  noteSet(where: string, seen: unknown[]): void {
    this.#entries.push({ where, at: this.#now - this.#beganAt, seen, isSet: true })
  }

  /** Returns the notes since the last call. */
  takeEntries(): Entry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  /** Asks the whole Worker, and waits for what it does after its answer. */
  async fetch(path: string, init: RequestInit): Promise<Response> {
    const context = createExecutionContext()
    const request = new Request(new URL(path, this.wire.origin), init)
    const answer = await this.version.app.fetch(request, this.#bindings, context)
    const { webSocket, status, headers } = answer
    const body = webSocket ? null : await answer.arrayBuffer()
    await waitOnExecutionContext(context)
    await this.#runDueTimers()
    return webSocket
      ? answer
      : new Response(status === 204 || status === 304 ? null : body, { status, headers })
  }

  async sweep(): Promise<void> {
    await this.version.app.scheduled({} as ScheduledController, this.#bindings)
  }

  /** Returns null if the answer is no socket. */
  async open(
    place: { where: string; object: string },
    path: string,
    headers: Record<string, string>,
  ): Promise<Socket | null> {
    const answer = await this.fetch(path, {
      headers: { Upgrade: 'websocket', Origin: this.wire.origin, ...headers },
    })
    const { webSocket } = answer
    if (!webSocket) {
      this.note(place.where, { status: answer.status, body: await answer.text() })
      return null
    }
    const socket = new Socket(place, webSocket, this.wire, (seen) => this.note(place.where, seen))
    socket.pingedAt = this.#now
    this.sockets.push(socket)
    // The Worker may have closed it without asking the object.
    asked.add(place.object)
    return socket
  }

  /** Waits until the object has dealt with it: frames of several sockets have no order. */
  async send(socket: Socket, frame: object | string): Promise<void> {
    socket.send(frame)
    await this.#until(
      'a frame is heard',
      () => activity.messages >= activity.sent || socket.closed !== null,
    )
    // A frame that was sent after a close is lost.
    activity.sent = activity.messages
    await this.#runDueTimers()
  }

  /** Closes a socket from its page's side; the room hears of it. */
  async close(socket: Socket, code: number): Promise<void> {
    if (socket.closed !== null) return
    const { closes } = activity
    socket.close(code)
    await this.#until('a close is heard', () => activity.closes > closes && socket.closed !== null)
    await this.#runDueTimers()
  }

  /** Waits until nothing is under way, and every frame has come. */
  async settle(): Promise<void> {
    for (const beganAt = TrueDate.now(); ; ) {
      await keepAwake()
      if (TrueDate.now() - beganAt > WAIT_HANGS_AFTER_MS) throw this.#hang('all is quiet')
      await this.#until('nothing is under way', () => {
        if (activity.underWay > 0 || nextTimer() <= this.#now) return false
        return activity.messages >= activity.sent
      })
      const names = this.#names.filter((name) => asked.has(ALL) || asked.has(name))
      if (names.length === 0) return
      asked.clear()
      const { done } = activity
      const isAgreed = await this.#sendBarrier(names)
      const isQuiet = activity.underWay === 0 && activity.done === done && asked.size === 0
      if (isAgreed && isQuiet && nextTimer() > this.#now) return
      for (const name of names) asked.add(name)
    }
  }

  /** Alarms and timers fire when they are due, and pages that live ping. */
  async passTime(ms: number): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      await this.settle()
      const alarms = [...this.#alarms].flatMap(([name, at]) => (at === null ? [] : { name, at }))
      const [alarm] = alarms.toSorted((one, other) => one.at - other.at)
      const alive = this.sockets.filter(({ closed, isAlive }) => closed === null && isAlive)
      const pingAt = Math.min(...alive.map(toPingAt))
      const next = Math.min(alarm?.at ?? Infinity, nextTimer(), pingAt)
      if (next > until) break
      this.#putClock(Math.max(next, this.#now))
      if (pingAt <= this.#now) await this.#ping(alive)
      else if (alarm && alarm.at <= this.#now) {
        asked.add(alarm.name)
        await runDurableObjectAlarm(this.#objectOf(alarm.name))
      }
    }
    this.#putClock(until)
  }

  /** Puts an object to sleep, unless it waits for a timer, which keeps it awake. */
  async sleep(name: string): Promise<void> {
    await this.passTime(AWAKE_MS)
    const isAwake = hasTimers(name === MONITOR ? 'any' : 'once')
    this.note('sleep', !isAwake)
    if (!isAwake) await evictDurableObject(this.#objectOf(name))
    asked.add(ALL)
  }

  /** The platform resets a room without a word. */
  async crash(barId: string): Promise<void> {
    await this.passTime(AWAKE_MS)
    if (hasTimers('once')) return
    const reset = runInDurableObject(this.#objectOf(barId), (_, state) => state.abort('a crash'))
    await reset.catch(() => {})
    asked.add(ALL)
  }

  /** Every row of a room's or the monitor's own file. */
  async readFile(object: string): Promise<Record<string, unknown[]>> {
    return runInDurableObject(this.#objectOf(object), (_, { storage: { sql } }) => {
      const query =
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'"
      const tables = sql.exec<{ name: string }>(query).toArray()
      return Object.fromEntries(
        tables.map(({ name }) => [name, sql.exec(`SELECT * FROM ${name}`).toArray()]),
      )
    })
  }

  get #bindings(): Env {
    const own = toBindings(this.version.name, env)
    return {
      ...own,
      REQUESTS_PER_NETWORK: undefined,
      CREATIONS_PER_NETWORK: undefined,
      UNKNOWN_BARS_PER_NETWORK: undefined,
      UPLOADS_PER_ACCOUNT: undefined,
      CHANGES_PER_ACCOUNT: undefined,
    } as unknown as Env
  }

  async touch(): Promise<void> {
    for (const name of this.#names) await runInDurableObject(this.#objectOf(name), () => {})
  }

  get #names(): string[] {
    return [...this.#barIds, MONITOR]
  }

  #objectOf(name: string): DurableObjectStub {
    const { BAR_ROOM, MONITOR: monitors } = ownBindings(this.version.name, env)
    return name === MONITOR ? monitors.getByName(name) : BAR_ROOM.getByName(name)
  }

  /** A timer that is due runs before what happens next, however busy the machine is. */
  #runDueTimers(): Promise<void> {
    return this.#until('the due timers have run', () => nextTimer() > this.#now)
  }

  #putClock(now: number): void {
    this.#now = now
    vi.setSystemTime(now)
    noteMoment()
  }

  /** Returns whether these objects and their pages hold the same sockets for open. */
  async #sendBarrier(names: readonly string[]): Promise<boolean> {
    this.#round += 1
    const round = this.#round
    let open = 0
    for (const name of names) {
      const [live, alarm] = await runInDurableObject(this.#objectOf(name), async (_, state) => {
        const sockets = state.getWebSockets().filter(({ readyState }) => readyState === OPEN)
        for (const socket of sockets) socket.send(toBarrier(round))
        return [sockets.length, await state.storage.getAlarm()] as const
      })
      open += live
      this.#open[name] = live
      this.#alarms.set(name, alarm)
    }
    const held = () =>
      this.sockets.filter(({ closed, object }) => closed === null && names.includes(object))
    await this.#until('all frames have come', () =>
      held().every((socket) => socket.round === round),
    )
    return held().length === open
  }

  /** The platform notes a ping by the true clock: it must lie between two moments of this one. */
  async #ping(alive: readonly Socket[]): Promise<void> {
    await scheduler.wait(2)
    const pongs = alive.map((socket) => socket.pongs)
    for (const socket of alive) {
      socket.ping()
      socket.pingedAt = this.#now
    }
    await this.#until('pings are answered', () =>
      alive.every((socket, at) => socket.closed !== null || socket.pongs > (pongs[at] ?? 0)),
    )
    await scheduler.wait(2)
  }

  #hang(what: string): Error {
    const sockets = this.sockets.filter(({ closed }) => closed === null)
    const timer = nextTimer() - this.#now
    const state = { ...activity, asked: [...asked], open: this.#open, timer, sockets }
    return new Error(`${this.version.name} hangs until ${what}: ${JSON.stringify(state)}`)
  }

  async #until(what: string, look: () => boolean): Promise<void> {
    const beganAt = TrueDate.now()
    while (!look()) {
      if (TrueDate.now() - beganAt > WAIT_HANGS_AFTER_MS) {
        throw this.#hang(what)
      }
      await scheduler.wait(1)
    }
  }
}

export const MONITOR = 'monitor'

const toPingAt = ({ pingedAt, isPatient }: Socket): number =>
  pingedAt + (isPatient ? PATIENT_PING_EVERY_MS : PING_EVERY_MS)

let playing: World | null = null
const worlds: World[] = []
let touchedAt = 0

/** Asks the objects of both worlds, because the platform puts an idle one to sleep. */
async function keepAwake(): Promise<void> {
  const now = TrueDate.now()
  if (now - touchedAt < TOUCHED_EVERY_MS) return
  touchedAt = now
  for (const world of worlds) await world.touch()
}

/** Notes what no socket shows, such as a push notice, for the world that plays. */
export function notePlaying(where: string, seen: unknown): void {
  playing?.note(where, seen)
}
