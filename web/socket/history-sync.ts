import { LIMITS } from '#contract/limits.ts'
import type { History } from '#contract/message.ts'
import type { HistoryCursor } from '#web/api/conversations.ts'
import type { Conversation } from './conversation.ts'
import { hasHole } from './conversation.ts'
import { Opened } from './opened.ts'
import type { RoomEvent } from './room-state.ts'

interface Ends {
  fetch: (personId: string, cursor: HistoryCursor) => Promise<History>
  held: (personId: string) => Conversation | undefined
  dispatch: (event: RoomEvent) => void
  failed: (error: unknown) => void
}

/** One load of a conversation at a time. A request during a load repeats it. */
export class HistorySync {
  readonly #running = new Map<string, { again: boolean }>()
  readonly #loadingEarlier = new Set<string>()
  readonly #opened = new Opened()
  readonly #ends: Ends

  constructor(ends: Ends) {
    this.#ends = ends
  }

  /** Keeps a conversation complete until the returned function is called. */
  open(personId: string): () => void {
    void this.load(personId)
    return this.#opened.open(personId)
  }

  opened(): Iterable<string> {
    return this.#opened.ids()
  }

  /** Loads the messages missing before one that just arrived. */
  fillHole(personId: string): void {
    const held = this.#ends.held(personId)
    if (held && hasHole(held) && this.#opened.has(personId)) void this.load(personId)
  }

  async load(personId: string): Promise<void> {
    const running = this.#running.get(personId)
    if (running) {
      running.again = true
      return
    }
    const run = { again: true }
    this.#running.set(personId, run)
    this.#ends.dispatch({ type: 'loading', personId })
    while (run.again) {
      run.again = false
      await this.#tryNewer(personId, run)
    }
    this.#running.delete(personId)
  }

  async loadEarlier(personId: string): Promise<void> {
    const first = this.#ends.held(personId)?.messages[0]
    if (!first || this.#loadingEarlier.has(personId)) return
    this.#loadingEarlier.add(personId)
    try {
      const page = await this.#ends.fetch(personId, { before: first.number })
      this.#ends.dispatch({ type: 'earlier', personId, page })
    } catch (error) {
      this.#ends.failed(error)
    } finally {
      this.#loadingEarlier.delete(personId)
    }
  }

  /** A failure counts only if nobody has asked again meanwhile. */
  async #tryNewer(personId: string, run: { again: boolean }): Promise<void> {
    try {
      await this.#loadNewer(personId)
    } catch (error) {
      if (run.again) return
      this.#ends.dispatch({ type: 'loadFailed', personId })
      this.#ends.failed(error)
    }
  }

  async #loadNewer(personId: string): Promise<void> {
    for (;;) {
      const after = this.#ends.held(personId)?.completeThrough ?? null
      const page = await this.#ends.fetch(personId, after === null ? {} : { after })
      this.#ends.dispatch({ type: 'newer', personId, page })
      if (after === null || page.messages.length < LIMITS.historyPage) return
    }
  }
}
