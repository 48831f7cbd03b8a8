import { setTimeout as sleep } from 'node:timers/promises'
import type { Entered } from '#contract/entered.ts'
import { LIMITS } from '#contract/limits.ts'
import { inLanes } from '#test/client/in-lanes.ts'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import type { ChaosPersonOptions } from './chaos-person.ts'
import { ChaosPerson } from './chaos-person.ts'
import type { Flaw, Truth } from './checker.ts'
import { differencesOf, findFlaws } from './checker.ts'
import type { Endpoint } from './endpoint.ts'
import { enter } from './endpoint.ts'
import { History } from './history.ts'
import { Random } from './random.ts'
import { waitFor } from './wait-for.ts'

export type CrowdOptions = {
  /** The server that creates the profiles; the pages may connect elsewhere. */
  server: Endpoint & { barId: string }
  endpoint?: Endpoint
  seed: string
  people: number
  /** Pages of the person with this index; one unless it says otherwise. */
  tabs?: (index: number) => number
  /** How many others each person writes to: a few of them unless it says otherwise. */
  partners?: number
  /** Characters that a message has at least. */
  textLength?: number
  /** Anything else that its pages are to be. */
  pages?: Partial<ChaosPersonOptions>
}

const PARTNERS = 3
const FAR_AHEAD = LIMITS.messageIdWindow / 2

/** People with their pages, who write to partners that the seed picks. */
export class Crowd {
  readonly pages: readonly ChaosPerson[]
  readonly history = new History()
  readonly #options: CrowdOptions
  readonly #random: Random
  readonly #partners = new Map<string, string[]>()
  /** Counts, by speaker and listener, the messages said while the same message of the listener waited. */
  readonly #ahead = new Map<string, { waiting: string | undefined; said: number }>()
  #isWriting = true
  #texts = 0

  private constructor(options: CrowdOptions, entered: readonly Entered[]) {
    this.#options = options
    this.#random = new Random(options.seed, 'crowd')
    this.pages = entered.flatMap((person, index) =>
      Array.from({ length: options.tabs?.(index) ?? 1 }, (_, tab) => this.open(person, tab)),
    )
    const pairing = new Random(options.seed, 'pairs')
    const { people } = this
    for (const id of people) {
      const others = pairing.shuffle(people.filter((other) => other !== id))
      this.#partners.set(id, others.slice(0, options.partners ?? PARTNERS))
    }
  }

  /** Everybody has a profile; no page is connected yet. */
  static async enter(options: CrowdOptions): Promise<Crowd> {
    const { server, people } = options
    const names = Array.from({ length: people }, (_, at) => `Pessoa ${at}`)
    return new Crowd(options, await inLanes(names, (name) => enter(server, server.barId, { name })))
  }

  /** Opens one more page for a person. Only pages that the crowd opened count among the crowd's. */
  open(entered: Entered, tab: number, changed: Partial<ChaosPersonOptions> = {}): ChaosPerson {
    const { server, endpoint = server, seed, pages } = this.#options
    const random = new Random(seed, `${entered.person.name}/${tab}`)
    const { barId } = server
    const { history } = this
    return new ChaosPerson({
      endpoint,
      barId,
      entered,
      tab,
      history,
      random: () => random.next(),
      ...pages,
      ...changed,
    })
  }

  get people(): string[] {
    return [...new Set(this.pages.map(({ id }) => id))]
  }

  /** Connects every page. */
  async start(): Promise<void> {
    for (const page of this.pages) page.start()
    await this.settle()
  }

  /** The partners that a person writes to. */
  partnersOf(personId: string): string[] {
    return this.#partners.get(personId) ?? []
  }

  sayOne(page: ChaosPerson): void {
    this.#sayTo(page, this.#random.pick(this.partnersOf(page.id)))
  }

  #sayTo(page: ChaosPerson, to: string): void {
    this.#texts += 1
    const text = `frase ${this.#texts} `.padEnd(this.#options.textLength ?? 0, '.')
    page.say(to, text.trim())
  }

  /** Every page keeps writing, with up to `unanswered` messages in flight, until `stopWriting`. */
  chat(unanswered: number): void {
    for (const page of this.pages) void this.#keepWriting(page, unanswered)
  }

  stopWriting(): void {
    this.#isWriting = false
  }

  get isWriting(): boolean {
    return this.#isWriting
  }

  /** Waits until all is answered, everybody is back and nothing is being loaded. */
  async settle(): Promise<void> {
    const isQuiet = (): boolean =>
      this.pages.every((page) => page.isSettled && page.unsent.length === 0)
    await waitFor('all is answered and everybody is there', isQuiet)
  }

  /** Waits until this many more messages are acknowledged. */
  async flow(messages: number, withinMs?: number): Promise<void> {
    const goal = this.history.acknowledged + messages
    await waitFor('messages flow', () => this.history.acknowledged >= goal, withinMs)
  }

  /** Cuts every page off and waits until all are back. How long after the cut each of them was. */
  async comeBack(cut: () => Promise<void>): Promise<number[]> {
    const openings = new Map(this.pages.map((page) => [page, page.openings]))
    const backMs = new Map<ChaosPerson, number>()
    const cutAt = Date.now()
    await cut()
    const noteReturns = (): boolean => {
      for (const page of this.pages) {
        const isBack = page.isConnected && page.openings > (openings.get(page) ?? 0)
        if (isBack && !backMs.has(page)) backMs.set(page, Date.now() - cutAt)
      }
      return backMs.size === this.pages.length
    }
    await waitFor('everybody is back', noteReturns)
    return [...backMs.values()]
  }

  /**
   * Ends the evening: waits for every answer, and adds to the history what the server keeps, who is there and
   * what each page shows. Returns the broken promises.
   */
  async end(truth: Truth = {}): Promise<Flaw[]> {
    this.stopWriting()
    await this.settle()
    await this.#writeWhatIsKept()
    await this.#writeWhoIsThere()
    for (const page of this.pages) page.writeView()
    return findFlaws(this.history.events, { everythingAnswered: true, ...truth })
  }

  stop(): void {
    this.stopWriting()
    for (const page of this.pages) page.stop()
  }

  async #keepWriting(page: ChaosPerson, unanswered: number): Promise<void> {
    while (this.#isWriting) {
      const to = this.#random.pick(this.partnersOf(page.id))
      const isFree = page.isConnected && page.unsent.length < unanswered
      if (isFree && !this.#isFarAhead(page.id, to)) this.#sayTo(page, to)
      else await sleep(1)
    }
  }

  /**
   * Whether the speaker sent half as many messages as the room remembers ids of, while the listener's own
   * message to the speaker still waits for its answer. Only the raised limits here make this possible.
   */
  #isFarAhead(from: string, to: string): boolean {
    const unsent = this.pages.filter(({ id }) => id === to).flatMap(({ unsent }) => unsent)
    const waiting = unsent.find((message) => message.to === from)?.id
    const pair = `${from} ${to}`
    const before = this.#ahead.get(pair)
    const said = waiting !== undefined && before?.waiting === waiting ? before.said + 1 : 0
    this.#ahead.set(pair, { waiting, said })
    return said >= FAR_AHEAD
  }

  async #writeWhatIsKept(): Promise<void> {
    for (const page of this.pages.filter(({ tab }) => tab === 0)) {
      for (const partner of page.partners) {
        const messages = await page.readConversation(partner)
        this.history.write({ kind: 'kept', by: page.id, partner, messages })
      }
    }
  }

  /** Opens a new page, because its snapshot shows everybody; the other pages only received changes. */
  async #writeWhoIsThere(): Promise<void> {
    const { server } = this.#options
    const entered = await enter(server, server.barId, { name: 'Testemunha' })
    const witness = this.open(entered, 0, { endpoint: server }).start()
    try {
      await waitFor('the witness is connected', () => witness.isSettled)
      const agree = (): boolean =>
        this.pages.every((page) => differencesOf(page.people, witness.people).length === 0)
      // If they never agree, the checker names the difference.
      await waitFor('all pages show the same people', agree, WAIT_HANGS_AFTER_MS).catch(() => {})
      this.history.write({ kind: 'present', people: [...witness.people.values()] })
    } finally {
      witness.stop()
    }
  }
}

/** Connects a crowd for a test; gone with it. */
export async function withCrowd<T>(
  options: CrowdOptions,
  act: (crowd: Crowd) => Promise<T>,
): Promise<T> {
  const crowd = await Crowd.enter(options)
  try {
    await crowd.start()
    return await act(crowd)
  } finally {
    crowd.stop()
  }
}
