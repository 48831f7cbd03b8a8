import { setTimeout as sleep } from 'node:timers/promises'
import { INTERESTS } from '#contract/interest.ts'
import { LIMITS } from '#contract/limits.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { Person } from '#test/client/person.ts'
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
  readonly #present = new Set<Person>()
  #visits = 0
  #messages = 0
  #lives: Promise<void>[] = []

  constructor(options: EveningOptions) {
    this.#options = options
  }

  get counts(): { people: number; visits: number; messages: number } {
    return { people: this.#present.size, visits: this.#visits, messages: this.#messages }
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
    await Promise.all([...this.#present].map(leave))
    this.#present.clear()
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
    const person = await Person.enter(
      nodeNetwork(() => origin),
      pick(barIds),
      profile,
    )
    person.start()
    this.#present.add(person)
    this.#visits += 1
    let isHere = true
    while (isHere && (await this.#pause(3 * SECOND_MS, 12 * SECOND_MS))) {
      const chance = Math.random()
      if (chance < 0.04) await leave(person)
      else if (chance < 0.14) await this.#pocket(person)
      else this.#talk(person)
      isHere = chance >= 0.04 && !person.hasEnded
    }
    // At the end of the evening `stop` sees everybody out.
    if (!isHere) this.#present.delete(person)
  }

  /** The phone is locked: the page says so, and then its connection is lost. */
  async #pocket(person: Person): Promise<void> {
    person.hide()
    person.close()
    await this.#pause(10 * SECOND_MS, 40 * SECOND_MS)
    person.start()
  }

  #talk(person: Person): void {
    const { people, unread } = person.state
    const unanswered = [...unread].flatMap(([id, count]) =>
      count > 0 && people.has(id) ? [id] : [],
    )
    const others = [...people.values()].filter(
      ({ id, online }) => online && id !== person.id && !awaitsAnswer(person, id),
    )
    // Most answer whoever wrote; new acquaintances are made at a slower pace.
    if (unanswered.length > 0) this.#say(person, pick(unanswered), pick(REPLIES))
    else if (others.length > 0 && Math.random() < 0.2)
      this.#say(person, pick(others).id, pick(OPENERS))
  }

  #say(person: Person, to: string, text: string): void {
    person.read(to)
    person.say(to, text)
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

function awaitsAnswer(person: Person, partnerId: string): boolean {
  const messages = person.messagesWith(partnerId)
  return (
    messages.length >= LIMITS.unansweredMessages && messages.every(({ from }) => from === person.id)
  )
}

async function leave(person: Person): Promise<void> {
  // The server may be away, or the visit over.
  await person.api.leave().catch(() => {})
  person.close()
}
