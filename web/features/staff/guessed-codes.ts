import type { EntryCodeTries } from '#contract/entry-code.ts'
import { Cell } from '#web/ui/cell.ts'

type ReadTries = (barId: string) => Promise<{ tries: EntryCodeTries }>

/** The bars whose codes are being guessed, and from where. */
export class GuessedCodes extends Cell<ReadonlyMap<string, NonNullable<EntryCodeTries>>> {
  readonly #readTries: ReadTries
  /** How often each bar was asked about. */
  readonly #asked = new Map<string, number>()

  constructor(readTries: ReadTries) {
    super(new Map())
    this.#readTries = readTries
  }

  /** Only the last answer of a bar counts. After a failure its room tells again, while it goes on. */
  async ask(barId: string): Promise<void> {
    const asked = this.#note(barId)
    const answer = await this.#readTries(barId).catch(() => null)
    if (answer && this.#asked.get(barId) === asked) this.#put(barId, answer.tries)
  }

  /** The bar has a new code. */
  forget(barId: string): void {
    this.#note(barId)
    this.#put(barId, null)
  }

  #note(barId: string): number {
    const asked = (this.#asked.get(barId) ?? 0) + 1
    this.#asked.set(barId, asked)
    return asked
  }

  #put(barId: string, tries: EntryCodeTries): void {
    const guessed = new Map(this.read())
    if (tries) guessed.set(barId, tries)
    else guessed.delete(barId)
    this.set(guessed)
  }
}
