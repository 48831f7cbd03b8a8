import { setTimeout as sleep } from 'node:timers/promises'
import { INTERESTS } from '#contract/interest.ts'
import { DemoGuest } from './demo-guest.ts'
import { NAMES, OPENERS, pick, REPLIES } from './demo-words.ts'

export interface EveningOptions {
  origin: string
  barIds: readonly string[]
  people: number
  /** How much faster than a real evening; 1 unless a test is in a hurry. */
  haste?: number
}

const SECOND_MS = 1_000
const ARRIVALS_MS = 20 * SECOND_MS
const TABLES = 14

/** People who come, talk, put their phones away, look at them again and leave, until it is stopped. */
export class Evening {
  readonly #options: EveningOptions
  readonly #end = new AbortController()
  readonly #guests = new Set<DemoGuest>()
  #visits = 0
  #messages = 0
  #lives: Promise<void>[] = []

  constructor(options: EveningOptions) {
    this.#options = options
  }

  get counts(): { people: number; visits: number; messages: number } {
    return { people: this.#guests.size, visits: this.#visits, messages: this.#messages }
  }

  start(): void {
    const { people } = this.#options
    this.#lives = Array.from({ length: people }, (_, index) =>
      this.#live(index, (index / people) * ARRIVALS_MS),
    )
  }

  /** Everybody leaves. Resolves when nobody is left. */
  async stop(): Promise<void> {
    this.#end.abort()
    await Promise.all(this.#lives)
    await Promise.all([...this.#guests].map((guest) => guest.leave()))
    this.#guests.clear()
  }

  /** One phone's evening: a visit, a while outside, another visit. */
  async #live(index: number, delayMs: number): Promise<void> {
    let isUp = await this.#pause(delayMs, delayMs)
    for (let visit = 0; isUp; visit += 1) {
      await this.#visit(NAMES[(index + visit * 7) % NAMES.length] ?? 'Ana').catch((error) => {
        // The server may be stopped or busy: the next try is a while away.
        if (!this.#end.signal.aborted) process.stderr.write(`A visit failed: ${error}\n`)
      })
      isUp = await this.#pause(5 * SECOND_MS, 30 * SECOND_MS)
    }
  }

  async #visit(name: string): Promise<void> {
    const table = String(1 + Math.floor(Math.random() * TABLES))
    const profile = { name, table, interest: pick(INTERESTS) }
    const { origin, barIds } = this.#options
    const guest = await DemoGuest.arrive(origin, pick(barIds), profile)
    this.#guests.add(guest)
    this.#visits += 1
    while ((await this.#pause(3 * SECOND_MS, 12 * SECOND_MS)) && !guest.isOver) {
      const chance = Math.random()
      if (chance < 0.04) await guest.leave()
      else if (chance < 0.14) await this.#pocket(guest)
      else this.#talk(guest)
    }
    // At the end of the evening `stop` sees everybody out.
    if (guest.isOver) this.#guests.delete(guest)
  }

  async #pocket(guest: DemoGuest): Promise<void> {
    guest.lock()
    await this.#pause(10 * SECOND_MS, 40 * SECOND_MS)
    guest.unlock()
  }

  #talk(guest: DemoGuest): void {
    guest.unlock() // where the connection was lost
    const { unanswered, othersOnline } = guest
    // Most answer whoever wrote; new acquaintances are made at a slower pace.
    if (unanswered.length > 0) this.#say(guest, pick(unanswered), pick(REPLIES))
    else if (othersOnline.length > 0 && Math.random() < 0.2) {
      this.#say(guest, pick(othersOnline), pick(OPENERS))
    }
  }

  #say(guest: DemoGuest, to: string, text: string): void {
    guest.say(to, text)
    this.#messages += 1
  }

  /** False where the evening ended meanwhile. */
  async #pause(fromMs: number, toMs: number): Promise<boolean> {
    const ms = (fromMs + Math.random() * (toMs - fromMs)) / (this.#options.haste ?? 1)
    const { signal } = this.#end
    await sleep(ms, undefined, { signal }).catch(() => undefined)
    return !signal.aborted
  }
}
