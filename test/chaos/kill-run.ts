import { setTimeout as sleep } from 'node:timers/promises'
import type { PublicPerson } from '#contract/person.ts'
import { ChaosServer } from './chaos-server.ts'
import type { Flaw } from './checker.ts'
import { findFlaws } from './checker.ts'
import { History } from './history.ts'
import type { Door } from './patron-client.ts'
import { ChaosPatron, enter } from './patron-client.ts'
import { Random } from './random.ts'
import { waitFor } from './wait-for.ts'

export type KillRunOptions = {
  seed: string
  /** Of the bundled Worker; by default what the build left. */
  bundle?: string
  kills: number
  /** Acknowledged ones, at least. */
  messages: number
  people: number
  /** The part of acknowledgements that is lost together with its connection. */
  lostAcks: number
}

export type KillRun = {
  flaws: Flaw[]
  history: History
  kills: number
  acknowledged: number
  /** From the death of the process until all pages were connected again, one for each kill. */
  outagesMs: number[]
}

const PARTNERS = 3
/** What a page has on its way at once. */
const UNANSWERED = 6
/** A page in this run waits this much less than a real one before it comes back. */
const HURRY = 200
const SETTLED_WITHIN_MS = 30_000
const AGREED_WITHIN_MS = 12_000

/** An evening during which the server dies again and again, and what it did to the evening. */
export async function runKills(options: KillRunOptions): Promise<KillRun> {
  const { bundle } = options
  const server = await ChaosServer.start(bundle === undefined ? {} : { bundle })
  const evening = new Evening(server, options)
  try {
    await evening.begin()
    await evening.endure()
    await evening.settle()
    return await evening.judge()
  } finally {
    evening.stop()
    await server.stop()
  }
}

class Evening {
  readonly #server: ChaosServer
  readonly #options: KillRunOptions
  readonly #history = new History()
  readonly #random: Random
  readonly #door: Door & { isOpen: boolean }
  readonly #outagesMs: number[] = []
  #pages: ChaosPatron[] = []
  #pocketed: string[] = []
  #kills = 0
  #writing = true
  #texts = 0

  constructor(server: ChaosServer, options: KillRunOptions) {
    this.#server = server
    this.#options = options
    this.#random = new Random(options.seed, 'kill')
    this.#door = {
      isOpen: true,
      get port(): number | null {
        return this.isOpen ? server.port : null
      },
    }
  }

  /** People come in, half of them with two pages; two phones go into pockets. */
  async begin(): Promise<void> {
    const { people } = this.#options
    const entered = []
    for (let at = 0; at < people; at += 1) entered.push(await this.#enter(`Pessoa ${at}`))
    this.#pages = entered.flatMap((person, at) =>
      Array.from({ length: 1 + (at % 2) }, (_, tab) => this.#open(person, tab).start()),
    )
    await this.#pocket()
    await waitFor('all pages are connected', () => this.#pages.every((page) => page.isSettled))
    for (const page of this.#pages) void this.#chat(page)
  }

  /** Kills, at moments of its own choosing, while everybody writes. */
  async endure(): Promise<void> {
    const { kills, messages } = this.#options
    const share = Math.ceil(messages / kills)
    while (this.#kills < kills || this.#history.acknowledged < messages) {
      const goal = this.#history.acknowledged + this.#random.between(share / 2, share * 1.5)
      await waitFor('messages flow', () => this.#history.acknowledged >= goal, SETTLED_WITHIN_MS)
      await sleep(this.#random.between(0, 20))
      await this.#killOnce()
    }
  }

  async settle(): Promise<void> {
    this.#writing = false
    const isQuiet = (): boolean =>
      this.#pages.every((page) => page.isSettled && page.outbox.unsent.length === 0)
    await waitFor('all is answered and everybody is back', isQuiet, SETTLED_WITHIN_MS)
  }

  async judge(): Promise<KillRun> {
    await this.#writeWhatIsKept()
    await this.#writeWhoIsThere()
    for (const page of this.#pages) page.writeView()
    const truth = { alwaysOnline: this.#pocketed, everythingAnswered: true }
    return {
      flaws: findFlaws(this.#history.events, truth),
      history: this.#history,
      kills: this.#kills,
      acknowledged: this.#history.acknowledged,
      outagesMs: this.#outagesMs,
    }
  }

  stop(): void {
    this.#writing = false
    for (const page of this.#pages) page.stop()
  }

  /** Somebody new comes before the others are back: whoever resumes blindly never hears of them. */
  async #killOnce(): Promise<void> {
    const diedAt = Date.now()
    this.#door.isOpen = false
    await this.#server.kill()
    this.#kills += 1
    this.#history.write({ kind: 'killed' })
    await this.#server.restart()
    await enter(this.#server, this.#server.barId, { name: `Novata ${this.#kills}` })
    const openings = new Map(this.#pages.map((page) => [page, page.openings]))
    this.#door.isOpen = true
    this.#history.write({ kind: 'restarted' })
    const isBack = (page: ChaosPatron): boolean => page.openings > (openings.get(page) ?? 0)
    await waitFor('everybody is back', () => this.#pages.every(isBack), SETTLED_WITHIN_MS)
    this.#outagesMs.push(Date.now() - diedAt)
  }

  #enter(name: string) {
    return enter(this.#door, this.#server.barId, { name })
  }

  #open(entered: Awaited<ReturnType<typeof enter>>, tab: number): ChaosPatron {
    const random = new Random(this.#options.seed, `${entered.person.name}/${tab}`)
    return new ChaosPatron({
      door: this.#door,
      barId: this.#server.barId,
      entered,
      tab,
      history: this.#history,
      random: () => random.next(),
      hurry: HURRY,
      losesAck: () => this.#writing && random.chance(this.#options.lostAcks),
    })
  }

  /** Two pages say that they are hidden and lose their connection: online for five minutes more. */
  async #pocket(): Promise<void> {
    const entered = [await this.#enter('Bolso 1'), await this.#enter('Bolso 2')]
    const phones = entered.map((person) => this.#open(person, 0).start())
    await waitFor('the phones are connected', () => phones.every((phone) => phone.isSettled))
    for (const phone of phones) phone.hide()
    await sleep(100)
    for (const phone of phones) phone.stop()
    this.#pocketed = phones.map(({ id }) => id)
    await sleep(200)
  }

  async #chat(page: ChaosPatron): Promise<void> {
    const everybody = [...new Set(this.#pages.map(({ id }) => id))]
    const at = everybody.indexOf(page.id)
    const partners = Array.from(
      { length: PARTNERS },
      (_, step) => everybody[(at + step + 1) % everybody.length] ?? '',
    )
    while (this.#writing) {
      if (page.isConnected && page.outbox.unsent.length < UNANSWERED) {
        this.#texts += 1
        page.say(this.#random.pick(partners), `frase ${this.#texts}`)
      } else {
        await sleep(1)
      }
    }
  }

  async #writeWhatIsKept(): Promise<void> {
    for (const page of this.#pages.filter(({ tab }) => tab === 0)) {
      for (const partner of page.partners) {
        const messages = await page.fetchConversation(partner)
        this.#history.write({ kind: 'kept', by: page.id, partner, messages })
      }
    }
  }

  /** A newcomer's snapshot says who is there; the others were only told of changes. */
  async #writeWhoIsThere(): Promise<void> {
    const witness = this.#open(await this.#enter('Testemunha'), 0).start()
    try {
      await waitFor('the witness is connected', () => witness.isSettled)
      const agreed = (): boolean => {
        const truth = listPeople(witness.people)
        return this.#pages.every((page) => listPeople(page.people) === truth)
      }
      const deadline = Date.now() + AGREED_WITHIN_MS
      while (!agreed() && Date.now() < deadline) await sleep(50)
      this.#history.write({ kind: 'present', people: [...witness.people.values()] })
    } finally {
      witness.stop()
    }
  }
}

function listPeople(people: ReadonlyMap<string, PublicPerson>): string {
  return JSON.stringify([...people.values()].sort((one, other) => (one.id < other.id ? -1 : 1)))
}
