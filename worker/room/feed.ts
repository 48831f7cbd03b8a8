import { LIMITS } from '#contract/limits.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { Fact } from '#contract/protocol.ts'
import type { Acts } from './acts.ts'
import type { Directory } from './directory.ts'
import { Rush } from './rush.ts'
import type { Sockets } from './sockets.ts'
import { ToldFacts } from './told-facts.ts'

/** What happened to a person, before it is told. */
export type News =
  | { kind: 'entered'; person: PublicPerson }
  | { kind: 'changed'; person: PublicPerson }
  | { kind: 'presence'; personId: string; online: boolean }
  | { kind: 'left'; personId: string; name: string }
  | { kind: 'aside'; personId: string }
  /** Somebody who had stepped aside is listed again. */
  | { kind: 'back'; person: PublicPerson }

/**
 * Tells everybody what happens to people. Facts are numbered within an epoch, which is one wake of
 * the room: nothing happens while it sleeps, so the first frame after a wake teaches both anew.
 */
export class Feed {
  readonly epoch: string = crypto.randomUUID()
  readonly #sockets: Sockets
  readonly #directory: Directory
  readonly #alsoTell: (facts: readonly Fact[]) => void
  readonly #acts: Pick<Acts, 'afterwards'>
  readonly #told = new ToldFacts()
  readonly #rush = new Rush()
  #waiting: Fact[] = []
  #sentAt = 0
  /** How many pages the last frame went to. */
  #pages = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  /**
   * `alsoTell` hears every fact too: the administrators' board. What is told within an act waits for
   * its end.
   */
  constructor(
    sockets: Sockets,
    directory: Directory,
    alsoTell: (facts: readonly Fact[]) => void,
    acts: Pick<Acts, 'afterwards'> = { afterwards: (tell) => tell() },
  ) {
    this.#sockets = sockets
    this.#directory = directory
    this.#alsoTell = alsoTell
    this.#acts = acts
  }

  /** Number of the last fact of this epoch, told already or about to be. */
  get number(): number {
    return this.#told.number
  }

  /** Exactly the facts that follow a place in this feed; null where that cannot be told. */
  since(epoch: string, number: number): Fact[] | null {
    return epoch === this.epoch ? this.#told.since(number) : null
  }

  /** Tells news at once where they come alone; in a rush, those of a moment share a frame. */
  tell(news: readonly News[]): void {
    this.#acts.afterwards(() => {
      const isHeard = this.#isHeard()
      if (isHeard) this.#directory.load()
      const facts = news.flatMap((one) => this.#toFact(one) ?? [])
      if (isHeard) this.#share(facts)
      else this.#alsoTell(facts)
    })
  }

  /** Reads everybody anew, and tells what everybody was told otherwise. */
  correct(): void {
    this.#share(this.#directory.reload())
  }

  /** Whether any page hears of it now, or may ask for what it missed in this wake. */
  #isHeard(): boolean {
    return this.#directory.isLoaded || this.#sockets.all().length > 0
  }

  #share(facts: readonly Fact[]): void {
    if (facts.length === 0) return
    const now = Date.now()
    this.#told.add(facts)
    this.#waiting.push(...facts)
    this.#rush.note(facts.length, now)
    this.#alsoTell(facts)
    // A timer keeps the room awake, for half a second at most and only in a rush.
    const windowMs = this.#rush.windowMs(this.#pages)
    // By a clock that went back the last frame lies ahead; nothing waits for it.
    const waitMs = Math.min(windowMs, this.#sentAt + windowMs - now)
    if (waitMs <= 0) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), waitMs)
  }

  /** Sends what waits. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    this.#sentAt = Date.now()
    const { epoch } = this
    const { counts } = this.#directory
    const open = this.#sockets.all()
    this.#pages = open.length
    let number = this.number - waiting.length
    for (const facts of cutBySize(waiting)) {
      number += facts.length
      this.#sockets.send(open, { type: 'facts', epoch, number, facts, ...counts })
    }
  }

  #toFact(news: News): Fact | null {
    if (news.kind === 'left' || news.kind === 'aside') {
      this.#directory.remove(news.personId)
      return news
    }
    if (news.kind === 'entered') {
      this.#directory.putNew(news.person, Date.now())
      return news
    }
    if (news.kind === 'changed') {
      this.#directory.put(news.person)
      return news
    }
    if (news.kind === 'back') {
      this.#directory.put(news.person)
      return { kind: 'presence', person: news.person }
    }
    const known = this.#directory.find(news.personId)
    if (!known) return null
    const person = { ...known, online: news.online }
    this.#directory.put(person)
    return { kind: 'presence', person }
  }
}

/** Facts in as few parts as fit a frame. */
function cutBySize(facts: readonly Fact[]): Fact[][] {
  const parts: Fact[][] = []
  let characters = Infinity
  for (const fact of facts) {
    const { length } = JSON.stringify(fact)
    characters += length
    if (characters > LIMITS.factsCharacters) {
      parts.push([])
      characters = length
    }
    parts.at(-1)?.push(fact)
  }
  return parts
}
