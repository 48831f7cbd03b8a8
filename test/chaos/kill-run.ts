import { setTimeout as sleep } from 'node:timers/promises'
import { TIMINGS } from '#contract/timings.ts'
import type { ChaosPerson } from './chaos-person.ts'
import { ChaosServer } from './chaos-server.ts'
import type { Flaw } from './checker.ts'
import { Crowd } from './crowd.ts'
import type { Endpoint } from './endpoint.ts'
import { enter } from './endpoint.ts'
import { History } from './history.ts'
import { Random } from './random.ts'
import { waitFor } from './wait-for.ts'

export type KillRunOptions = {
  seed: string
  /** Of the bundled Worker; by default what the build left. */
  bundle?: string
  /** None: an evening without a fault of the server's. */
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

/** What a page has on its way at once. */
const UNANSWERED = 6
/** A page in this run waits this much less than a real one before it comes back. */
const HURRY = 600
const POCKETED = 24
const BACK_WITHIN_MS = 30_000

/** An evening during which the server dies again and again, and what it did to the evening. */
export async function runKills(options: KillRunOptions): Promise<KillRun> {
  const { bundle } = options
  const server = await ChaosServer.start(bundle === undefined ? {} : { bundle })
  const evening = new Evening(server, options)
  try {
    return await evening.play()
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
  readonly #endpoint: Endpoint & { isOpen: boolean }
  readonly #outagesMs: number[] = []
  #crowd: Crowd | null = null
  #pocketed: ChaosPerson[] = []
  #kills = 0

  constructor(server: ChaosServer, options: KillRunOptions) {
    this.#server = server
    this.#options = options
    this.#random = new Random(options.seed, 'kill')
    this.#endpoint = {
      isOpen: true,
      get port(): number | null {
        return this.isOpen ? server.port : null
      },
    }
  }

  async play(): Promise<KillRun> {
    const crowd = await this.#gather()
    this.#pocketed = await this.#pocketSome(crowd)
    const pocketedAt = Date.now()
    const alwaysOnline = this.#pocketed.map(({ id }) => id)
    await crowd.start()
    crowd.chat(UNANSWERED)
    await this.#endure(crowd)
    const flaws = await crowd.end({ alwaysOnline })
    if (Date.now() > pocketedAt + TIMINGS.hiddenGraceMs) {
      throw new Error('The evening was longer than a phone in a pocket counts as online.')
    }
    return {
      flaws,
      history: this.#history,
      kills: this.#kills,
      acknowledged: this.#history.acknowledged,
      outagesMs: this.#outagesMs,
    }
  }

  stop(): void {
    this.#crowd?.stop()
  }

  /** Half of the people have two pages. */
  async #gather(): Promise<Crowd> {
    const { people, lostAcks, seed } = this.#options
    const random = new Random(seed, 'acks')
    const crowd = await Crowd.enter({
      server: this.#server,
      endpoint: this.#endpoint,
      history: this.#history,
      seed,
      people,
      tabs: (index) => 1 + (index % 2),
      pages: { hurry: HURRY, losesAck: () => crowd.isWriting && random.chance(lostAcks) },
    })
    this.#crowd = crowd
    return crowd
  }

  /** Phones in pockets: hidden, then cut off. They are online for five minutes more. */
  async #pocketSome(crowd: Crowd): Promise<ChaosPerson[]> {
    const { barId } = this.#server
    const names = Array.from({ length: POCKETED }, (_, at) => `Bolso ${at}`)
    const entered = await Promise.all(names.map((name) => enter(this.#server, barId, { name })))
    const phones = entered.map((person) =>
      crowd.open(person, 0, { endpoint: this.#server }).start(),
    )
    await waitFor('the phones are connected', () => phones.every((phone) => phone.isSettled))
    for (const phone of phones) phone.hide()
    await waitFor('they are known to be hidden', () => phones.every(({ found }) => found > 0))
    for (const phone of phones) phone.stop()
    await sleep(200)
    return phones
  }

  /** Kills, at moments of its own choosing, while everybody writes. */
  async #endure(crowd: Crowd): Promise<void> {
    const { kills, messages } = this.#options
    const flow = (goal: number): Promise<void> =>
      waitFor('messages flow', () => this.#history.acknowledged >= goal, BACK_WITHIN_MS)
    if (kills === 0) return flow(messages)
    const share = Math.ceil(messages / kills)
    while (this.#kills < kills || this.#history.acknowledged < messages) {
      const goal = this.#history.acknowledged + this.#random.between(share / 2, share * 1.5)
      await flow(goal)
      await sleep(this.#random.between(0, 20))
      await this.#killOnce(crowd)
    }
  }

  /** A phone in a pocket moves to another table before anybody is back: who resumes blindly never hears of it. */
  async #killOnce({ pages }: Crowd): Promise<void> {
    const diedAt = Date.now()
    this.#endpoint.isOpen = false
    await this.#server.kill()
    this.#kills += 1
    await this.#server.restart()
    const moving = this.#pocketed[this.#kills % POCKETED]
    await moving?.api.edit({ table: String(this.#kills) })
    const openings = new Map(pages.map((page) => [page, page.openings]))
    this.#endpoint.isOpen = true
    await waitFor(
      'everybody is back',
      () => pages.every((page) => page.openings > (openings.get(page) ?? 0)),
      BACK_WITHIN_MS,
    )
    this.#outagesMs.push(Date.now() - diedAt)
  }
}
