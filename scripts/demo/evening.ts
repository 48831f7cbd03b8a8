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
const ARRIVALS = 180
const TABLES = 14
const WITH_PHOTO = 0.85
/** How many people of the demo write to each visitor. */
const GREETERS = 3

/** People who come, talk, put their phones away, look at them again and leave, until it is stopped. */
export class Evening {
  readonly #options: EveningOptions
  readonly #end = new AbortController()
  /** The ids of everybody who ever came for the demo. */
  readonly #ids = new Set<string>()
  readonly #greeters = new Map<string, number>()
  readonly counts = { people: 0, visits: 0, messages: 0 }
  #lives: Promise<void>[] = []

  constructor(options: EveningOptions) {
    this.#options = options
  }

  start(): void {
    const { people } = this.#options
    // Half come within ten seconds, the others one by one.
    this.#lives = Array.from({ length: people }, (_, index) =>
      this.#live(index, ARRIVALS * (index / people) ** 4),
    )
  }

  /** Ends every visit. Resolves when the last one has ended. */
  async stop(): Promise<void> {
    this.#end.abort()
    await Promise.all(this.#lives)
  }

  /** One phone's evening: a visit, a while outside, another visit. */
  async #live(index: number, delay: number): Promise<void> {
    let isUp = await this.#pause(delay, delay)
    for (let visit = 0; isUp; visit += 1) {
      await this.#visit((index * 5 + visit * 7) % NAMES.length).catch((error) => {
        // The server may be stopped or busy: the next try is a while away.
        if (!this.#end.signal.aborted) process.stderr.write(`A visit failed: ${error}\n`)
      })
      isUp = await this.#pause(5, 30)
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
    this.counts.people += 1
    this.counts.visits += 1
    try {
      let isHere = true
      while (isHere && (await this.#pause(3, 12))) {
        const chance = Math.random()
        if (chance < 0.04) await this.#sayGoodbye(person)
        else if (chance < 0.14) await this.#pocket(person)
        else this.#talk(person)
        isHere = chance >= 0.04 && !person.hasEnded
      }
    } finally {
      // The server may be away, or the visit over.
      await person.api.leave().catch(() => {})
      person.close()
      this.counts.people -= 1
    }
  }

  /** The phone is locked: the page says so, and then its connection is lost. */
  async #pocket(person: Person): Promise<void> {
    person.hide()
    person.close()
    // Never in haste: before the room's grace is over the person is not offline.
    await this.#pause(10, 40, 1)
    person.start()
  }

  async #sayGoodbye(person: Person): Promise<void> {
    const partner = person.partners.find((id) => this.#ids.has(id))
    if (!partner) return
    this.#say(person, partner, pick(GOODBYES))
    await this.#pause(4, 8)
  }

  /** Answers an unread message, and now and then begins a conversation. */
  #talk(person: Person): void {
    const { people, unread } = person.state
    const unanswered = [...unread].flatMap(([id, count]) =>
      count > 0 && people.has(id) ? [id] : [],
    )
    const others = [...people.values()].filter(({ id, online }) => online && id !== person.id)
    const strangers = others.filter(({ id }) => !person.partners.includes(id))
    const { guests = [], actors = [] } = Object.groupBy(strangers, ({ id }) =>
      this.#ids.has(id) ? 'actors' : 'guests',
    )
    const greetersOf = (id: string): number => this.#greeters.get(id) ?? 0
    const guest = guests.find(({ id }) => greetersOf(id) < GREETERS)
    if (unanswered.length > 0) this.#answer(person, pick(unanswered))
    else if (guest && Math.random() < 0.5) {
      this.#greeters.set(guest.id, greetersOf(guest.id) + 1)
      this.#say(person, guest.id, pick(OPENERS))
    } else if (actors.length > 0 && Math.random() < 0.25) this.#answer(person, pick(actors).id)
  }

  /** The next line of the two, if there is one. */
  #answer(person: Person, to: string): void {
    const said = person.messagesWith(to).length
    const text = this.#ids.has(to) ? toConversation(person.id, to)[said] : pick(REPLIES)
    if (text === undefined) person.read(to)
    else this.#say(person, to, text)
  }

  #say(person: Person, to: string, text: string): void {
    person.read(to)
    person.say(to, text)
    this.counts.messages += 1
  }

  /** Waits for a random number of seconds in this range. Resolves with false if the evening ended. */
  async #pause(from: number, to: number, haste = this.#options.haste ?? 1): Promise<boolean> {
    const ms = (SECOND_MS * (from + Math.random() * (to - from))) / haste
    const { signal } = this.#end
    await sleep(ms, undefined, { signal }).catch(() => undefined)
    return !signal.aborted
  }
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
