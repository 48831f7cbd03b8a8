import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { INTERESTS } from '#contract/interest.ts'
import { inRoot } from '#scripts/paths.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { Person } from '#test/client/person.ts'
import { CONVERSATIONS, GOODBYES, NAMES, OPENERS, pick, REPLIES } from './words.ts'

interface EveningOptions {
  origin: string
  barIds: readonly string[]
  people: number
  /** How much faster than a real evening; 1 unless a test is in a hurry. */
  haste?: number
}

const SECOND_MS = 1_000
const ARRIVALS_MS = 180 * SECOND_MS
const TABLES = 14
const WITH_PHOTO = 0.85
/** How many people of the demo write to somebody who looks at it. */
const GREETERS = 3

/** People who come, talk, put their phones away, look at them again and leave, until it is stopped. */
export class Evening {
  readonly #options: EveningOptions
  readonly #end = new AbortController()
  readonly #present = new Set<Person>()
  /** Of everybody who was ever here for the demo. */
  readonly #ids = new Set<string>()
  readonly #greeters = new Map<string, number>()
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
    // Half come within ten seconds, the others one by one.
    this.#lives = Array.from({ length: people }, (_, index) =>
      this.#live(index, ARRIVALS_MS * (index / people) ** 4),
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
      await this.#visit((index * 5 + visit * 7) % NAMES.length).catch((error) => {
        // The server may be stopped or busy: the next try is a while away.
        if (!this.#end.signal.aborted) process.stderr.write(`A visit failed: ${error}\n`)
      })
      isUp = await this.#pause(5 * SECOND_MS, 30 * SECOND_MS)
    }
  }

  async #visit(who: number): Promise<void> {
    const table = String(1 + Math.floor(Math.random() * TABLES))
    const photo = Math.random() < WITH_PHOTO ? toFace(who) : null
    const profile = { name: NAMES[who] ?? 'Ana', photo, table, interest: pick(INTERESTS) }
    const { origin, barIds } = this.#options
    const person = await Person.enter(
      nodeNetwork(() => origin),
      pick(barIds),
      profile,
    )
    this.#ids.add(person.id)
    person.start()
    this.#present.add(person)
    this.#visits += 1
    let isHere = true
    while (isHere && (await this.#pause(3 * SECOND_MS, 12 * SECOND_MS))) {
      const chance = Math.random()
      if (chance < 0.04) await this.#leave(person)
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

  async #leave(person: Person): Promise<void> {
    const partner = person.partners.find((id) => this.#isInDemo(id))
    if (partner) {
      this.#say(person, partner, pick(GOODBYES))
      await this.#pause(4 * SECOND_MS, 8 * SECOND_MS)
    }
    await leave(person)
  }

  /** Answers whoever wrote; begins something new now and then. */
  #talk(person: Person): void {
    const { people, unread } = person.state
    const unanswered = [...unread].flatMap(([id, count]) =>
      count > 0 && people.has(id) ? [id] : [],
    )
    const others = [...people.values()].filter(({ id, online }) => online && id !== person.id)
    const strangers = others.filter(({ id }) => !person.partners.includes(id))
    const guest = strangers.find(({ id }) => !this.#isInDemo(id) && this.#greetersOf(id) < GREETERS)
    if (unanswered.length > 0) this.#answer(person, pick(unanswered))
    else if (guest && Math.random() < 0.5) {
      const before = this.#greetersOf(guest.id)
      this.#greeters.set(guest.id, before + 1)
      this.#say(person, guest.id, OPENERS[before] ?? pick(OPENERS))
    } else if (Math.random() < 0.25) {
      const stranger = strangers.filter(({ id }) => this.#isInDemo(id))
      if (stranger.length > 0) this.#answer(person, pick(stranger).id)
    }
  }

  /** The next line of the two, if there is one. */
  #answer(person: Person, to: string): void {
    const said = person.messagesWith(to).length
    const text = this.#isInDemo(to) ? toConversation(person.id, to)[said] : pick(REPLIES)
    if (text === undefined) person.read(to)
    else this.#say(person, to, text)
  }

  #isInDemo(personId: string): boolean {
    return this.#ids.has(personId)
  }

  #greetersOf(personId: string): number {
    return this.#greeters.get(personId) ?? 0
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

async function leave(person: Person): Promise<void> {
  // The server may be away, or the visit over.
  await person.api.leave().catch(() => {})
  person.close()
}

/** The same one for both. */
function toConversation(one: string, other: string): readonly string[] {
  const sum = Number.parseInt(one.slice(0, 6), 16) + Number.parseInt(other.slice(0, 6), 16)
  return CONVERSATIONS[sum % CONVERSATIONS.length] ?? []
}

function toFace(who: number): string {
  const picture = readFileSync(inRoot(`scripts/demo/faces/${who + 1}.webp`))
  return `data:image/webp;base64,${picture.toString('base64')}`
}
