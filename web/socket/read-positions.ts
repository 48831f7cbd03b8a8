import { TIMINGS } from '#contract/timings.ts'

interface Said {
  through: number
  at: number
  isConfirmed: boolean
}

/**
 * Says how far the person has read: at once, then at most once in ten seconds for each conversation, and
 * at once when it closes or the page is hidden. The room writes each position that it gets.
 */
export class ReadPositions {
  readonly #send: (personId: string, through: number) => boolean
  readonly #said = new Map<string, Said>()
  /** The newest positions that are not said yet, by partner. */
  readonly #waiting = new Map<string, number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(send: (personId: string, through: number) => boolean) {
    this.#send = send
  }

  read(personId: string, through: number): void {
    this.#waiting.set(personId, through)
    this.#sayDue()
  }

  /** Says what waits, of one conversation or of all. */
  flush(personId?: string): void {
    for (const one of personId === undefined ? [...this.#waiting.keys()] : [personId])
      this.#say(one)
  }

  /** The room's answer. Beyond its rate it keeps the old position, which is then said again. */
  answered(personId: string, through: number, unread: number): void {
    const said = this.#said.get(personId)
    if (!said) return
    // Without unread messages there is nothing to say again: the conversation may be over.
    said.isConfirmed = through >= said.through || unread === 0
    if (said.isConfirmed || this.#waiting.has(personId)) return
    this.#waiting.set(personId, said.through)
    this.#sayDue()
  }

  /** A new connection. Positions that the room did not answer may be lost: they are said again. */
  connected(): void {
    for (const [personId, { through, isConfirmed }] of this.#said) {
      if (!isConfirmed && !this.#waiting.has(personId)) this.#waiting.set(personId, through)
    }
    this.#said.clear()
    this.#sayDue()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #sayDue(): void {
    clearTimeout(this.#timer)
    const now = performance.now()
    let next = Infinity
    for (const personId of [...this.#waiting.keys()]) {
      const waitMs = (this.#said.get(personId)?.at ?? -Infinity) + TIMINGS.readSaidEveryMs - now
      if (waitMs <= 0) this.#say(personId)
      else next = Math.min(next, waitMs)
    }
    if (next !== Infinity) this.#timer = setTimeout(() => this.#sayDue(), next)
  }

  #say(personId: string): void {
    const through = this.#waiting.get(personId)
    // A position that could not be sent waits for the next connection.
    if (through === undefined || !this.#send(personId, through)) return
    this.#waiting.delete(personId)
    this.#said.set(personId, { through, at: performance.now(), isConfirmed: false })
  }
}
