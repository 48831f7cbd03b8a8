import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import { idOf } from '#test/fakes/room.ts'
import { drawFor } from './chance.ts'
import { Guest } from './guest.ts'
import { guestActs } from './guest-acts.ts'
import type { Act, Step } from './script.ts'
import type { Scene } from './staff.ts'
import { Staff } from './staff.ts'
import { staffActs } from './staff-acts.ts'
import type { Entry } from './transcript.ts'
import type { Version } from './versions.ts'
import { MONITOR, World } from './world.ts'

const NAMES = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Flor', 'Gil']
/** The others are in the other bar. */
const IN_FIRST_BAR = 5
/** Longer than a visit. */
const VISIT_MS = 16.1 * HOUR_MS
const WAITS_MS = [3_000, 9_000, 20_000, MINUTE_MS, 2.5 * MINUTE_MS, 11 * MINUTE_MS]
const LONG_WAITS_MS = [35, 35, 50, 50, 126, 246].map((minutes) => minutes * MINUTE_MS)

interface Setting {
  seed: number
  beginsAt: number
  barIds: readonly [string, string]
}

/** Plays the script of one evening in one world. */
export class Evening {
  readonly world: World
  readonly #seed: number
  readonly #barIds: Setting['barIds']
  readonly #guests: Guest[]
  readonly #desks: Staff[] = []
  readonly #acts: Record<Act, (scene: Scene) => Promise<void>>
  #ids = 0

  private constructor(world: World, { seed, barIds }: Setting, desks: Staff[]) {
    this.world = world
    this.#seed = seed
    this.#barIds = barIds
    this.#desks = desks
    this.#guests = NAMES.map(
      (name, at) => new Guest(world, at, name, barIds[at < IN_FIRST_BAR ? 0 : 1]),
    )
    this.#acts = this.#makeActs()
  }

  static async begin(version: Version, setting: Setting): Promise<Evening> {
    const { seed, beginsAt, barIds } = setting
    const world = new World(version, beginsAt, barIds)
    world.takeTurn()
    drawFor(`${seed} before the first step`)
    for (const barId of barIds) {
      await world.db
        .prepare(
          `INSERT INTO bars (id, name, address, city, state, created_at) VALUES (?, ?, 'Rua Augusta', 'São Paulo', 'SP', 1)`,
        )
        .bind(barId, `Bar ${barId}`)
        .run()
    }
    const account = (at: number) => idOf(seed * 1_000 + at)
    const desks = [
      await Staff.begin(world, 'admin', account(1), barIds),
      await Staff.begin(world, 'owner', account(2), barIds),
      await Staff.begin(world, 'staff', account(3), barIds.slice(0, 1)),
    ]
    return new Evening(world, setting, desks)
  }

  /** Plays one step and returns what was seen meanwhile. */
  async play(step: Step, at: number): Promise<Entry[]> {
    const { world } = this
    world.takeTurn()
    drawFor(`${this.#seed} ${at}`)
    const { act, who, whom, kind, restMs } = step
    const guest = this.#oneOf(this.#guests, who, kind)
    const others = this.#guests.filter((one) => one !== guest && one.barId === guest.barId)
    await this.#acts[act]({
      guest,
      kind,
      first: who,
      other: this.#oneOf(others, whom, kind),
      desk: this.#desks[whom % this.#desks.length] as Staff,
    })
    await world.passTime(restMs)
    return world.takeEntries()
  }

  /** Leaves no connection open: evenings share the monitor, and the next one would wait for it. */
  async end(): Promise<void> {
    this.world.takeTurn()
    await this.#goHome()
  }

  async #goHome(): Promise<void> {
    const { world } = this
    for (const socket of world.sockets) await world.close(socket, 1000)
    await world.passTime(LONG_WAITS_MS.at(-1) ?? 0)
  }

  /** Mostly a person who is in the bar. Refusals of others come up often enough. */
  #oneOf(guests: readonly Guest[], at: number, kind: number): Guest {
    const here = guests.filter(({ isHere }) => isHere)
    const among = kind % 7 === 0 || here.length === 0 ? guests : here
    return among[at % among.length] as Guest
  }

  #makeActs(): Record<Act, (scene: Scene) => Promise<void>> {
    const { world } = this
    const [admin, , member] = this.#desks as [Staff, Staff, Staff]
    const codes = new Map<string, string | null>()
    const nextId = () => {
      this.#ids += 1
      return idOf(this.#seed * 100_000 + this.#ids)
    }
    const guests = guestActs({
      world,
      guests: this.#guests,
      nextId,
      codeOf: (barId) => codes.get(barId) ?? null,
    })
    const { knock, ...acts } = guests
    const staff = staffActs({ world, barIds: this.#barIds, admin, member, codes, knock })
    return { ...acts, ...staff, ...this.#chores() }
  }

  #chores() {
    const { world } = this
    const [here, elsewhere] = this.#barIds
    const pick = (times: readonly number[], kind: number) => times[kind % times.length] ?? 0
    return {
      wait: ({ kind }: Scene) => world.passTime(pick(WAITS_MS, kind)),
      waitLong: async ({ kind }: Scene) => {
        await this.#closeMonitors()
        await world.passTime(pick(LONG_WAITS_MS, kind))
      },
      stayTooLong: () => this.#stayTooLong(),
      sleep: ({ kind }: Scene) => world.sleep(kind % 4 === 0 ? elsewhere : here),
      sleepMonitor: () => world.sleep(MONITOR),
      crash: () => world.crash(here),
      sweep: () => world.sweep(),
      goHome: () => this.#goHome(),
      endNight: () => world.passTime(20 * HOUR_MS),
      readStored: () => this.#readStored(),
    }
  }

  /** The monitor sends a frame every 30 s while somebody watches: a long time has too many. */
  async #closeMonitors(): Promise<void> {
    for (const { monitor } of this.#desks) if (monitor) await this.world.close(monitor, 1000)
  }

  /** Phones lie in pockets with one page open until the visit has lasted 16 hours. */
  async #stayTooLong(): Promise<void> {
    const { world } = this
    await this.#closeMonitors()
    for (const guest of this.#guests) await guest.pocket()
    await world.passTime(VISIT_MS)
  }

  /** Notes what D1, R2 and the monitor hold, and whether each room has a file. */
  async #readStored(): Promise<void> {
    const { world } = this
    const noteAll = (where: string, seen: unknown[]) => world.noteSet(where, seen)
    const { results: tables } = await world.db
      .prepare(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'd1_migrations'
          AND substr(name, 1, 4) <> '_cf_' AND substr(name, 1, 7) <> 'sqlite_'`,
      )
      .all<{ name: string }>()
    for (const { name } of tables) {
      const { results } = await world.db.prepare(`SELECT * FROM ${name}`).all()
      noteAll(`D1, ${name}`, results)
    }
    const { objects } = await world.bucket.list({ include: ['httpMetadata'] })
    const kept = []
    for (const { key, httpMetadata } of objects) {
      const bytes = await (await world.bucket.get(key))?.arrayBuffer()
      const body = new TextDecoder().decode(bytes)
      kept.push({ key, type: httpMetadata?.contentType, body })
    }
    noteAll('R2', kept)
    for (const [name, rows] of Object.entries(await world.readFile(MONITOR))) {
      noteAll(`the monitor, ${name}`, rows)
    }
    for (const barId of this.#barIds) {
      const tables = Object.keys(await world.readFile(barId))
      world.note(`the file of ${barId}`, tables.length > 0 ? 'is there' : 'is erased')
    }
  }
}
