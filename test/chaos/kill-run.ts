import { setTimeout as sleep } from 'node:timers/promises'
import { ChaosServer } from './chaos-server.ts'
import type { Flaw } from './checker.ts'
import { findFlaws } from './checker.ts'
import { Crowd } from './crowd.ts'
import { History } from './history.ts'
import type { Door } from './patron-client.ts'
import { enter } from './patron-client.ts'
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

/** What a page has on its way at once. */
const UNANSWERED = 6
/** A page in this run waits this much less than a real one before it comes back. */
const HURRY = 600
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
  readonly #door: Door & { isOpen: boolean }
  readonly #outagesMs: number[] = []
  #crowd: Crowd | null = null
  #kills = 0

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

  async play(): Promise<KillRun> {
    const crowd = await this.#gather()
    const alwaysOnline = await this.#pocketTwo(crowd)
    await crowd.start()
    crowd.chat(UNANSWERED)
    await this.#endure(crowd)
    crowd.hush()
    await crowd.settle()
    await crowd.writeEvidence()
    return {
      flaws: findFlaws(this.#history.events, { alwaysOnline, everythingAnswered: true }),
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
      door: this.#door,
      history: this.#history,
      seed,
      people,
      tabs: (index) => 1 + (index % 2),
      pages: { hurry: HURRY, losesAck: () => crowd.isWriting && random.chance(lostAcks) },
    })
    this.#crowd = crowd
    return crowd
  }

  /** Two pages say that they are hidden and lose their connection: online for five minutes more. */
  async #pocketTwo(crowd: Crowd): Promise<string[]> {
    const { barId } = this.#server
    const entered = [
      await enter(this.#door, barId, { name: 'Bolso 1' }),
      await enter(this.#door, barId, { name: 'Bolso 2' }),
    ]
    const phones = entered.map((person) => crowd.open(person, 0).start())
    await waitFor('the phones are connected', () => phones.every((phone) => phone.isSettled))
    for (const phone of phones) phone.hide()
    await sleep(100)
    for (const phone of phones) phone.stop()
    await sleep(200)
    return phones.map(({ id }) => id)
  }

  /** Kills, at moments of its own choosing, while everybody writes. */
  async #endure(crowd: Crowd): Promise<void> {
    const { kills, messages } = this.#options
    const share = Math.ceil(messages / kills)
    while (this.#kills < kills || this.#history.acknowledged < messages) {
      const goal = this.#history.acknowledged + this.#random.between(share / 2, share * 1.5)
      await waitFor('messages flow', () => this.#history.acknowledged >= goal, BACK_WITHIN_MS)
      await sleep(this.#random.between(0, 20))
      await this.#killOnce(crowd)
    }
  }

  /** Somebody new comes before the others are back: whoever resumes blindly never hears of them. */
  async #killOnce({ pages }: Crowd): Promise<void> {
    const diedAt = Date.now()
    this.#door.isOpen = false
    await this.#server.kill()
    this.#kills += 1
    await this.#server.restart()
    await enter(this.#server, this.#server.barId, { name: `Novata ${this.#kills}` })
    const openings = new Map(pages.map((page) => [page, page.openings]))
    this.#door.isOpen = true
    await waitFor(
      'everybody is back',
      () => pages.every((page) => page.openings > (openings.get(page) ?? 0)),
      BACK_WITHIN_MS,
    )
    this.#outagesMs.push(Date.now() - diedAt)
  }
}
