import { LIMITS } from '#contract/limits.ts'
import type { History } from '#contract/message.ts'
import type { HistoryCursor } from '#web/api/conversations.ts'
import type { Conversation } from './conversation.ts'
import { hasHole } from './conversation.ts'
import type { RoomEvent } from './room-state.ts'

export interface HistorySyncOptions {
  fetch: (personId: string, cursor: HistoryCursor) => Promise<History>
  getConversation: (personId: string) => Conversation | undefined
  dispatch: (event: RoomEvent) => void
  onError: (error: unknown) => void
}

/** One load of a conversation at a time. A request during a load repeats it. */
export class HistorySync {
  readonly #options: HistorySyncOptions
  readonly #loads = new Map<string, { again: boolean }>()
  readonly #loadingEarlier = new Set<string>()
  /** Mounts by partner: a conversation mounted twice is open until both unmount. */
  readonly #open = new Map<string, number>()

  constructor(options: HistorySyncOptions) {
    this.#options = options
  }

  get openIds(): Iterable<string> {
    return this.#open.keys()
  }

  /** Keeps a conversation complete until the returned function is called. */
  open(personId: string): () => void {
    void this.load(personId)
    this.#open.set(personId, (this.#open.get(personId) ?? 0) + 1)
    return () => {
      const mounts = (this.#open.get(personId) ?? 1) - 1
      if (mounts > 0) this.#open.set(personId, mounts)
      else this.#open.delete(personId)
    }
  }

  /** Loads the messages missing before one that just arrived. */
  fillHole(personId: string): void {
    const conversation = this.#options.getConversation(personId)
    if (conversation && hasHole(conversation) && this.#open.has(personId)) void this.load(personId)
  }

  /** After a failure, which stays shown until it is over. */
  retry(personId: string): Promise<void> {
    return this.load(personId, true)
  }

  async load(personId: string, isRetry = false): Promise<void> {
    const running = this.#loads.get(personId)
    if (running) {
      running.again = true
      return
    }
    const load = { again: true }
    this.#loads.set(personId, load)
    if (!isRetry) this.#options.dispatch({ type: 'loading', personId })
    while (load.again) {
      load.again = false
      try {
        await this.#loadNewer(personId)
      } catch (error) {
        // A request during the load repeats it; only the last failure counts.
        if (load.again) continue
        this.#options.dispatch({ type: 'loadFailed', personId })
        if (!isRetry) this.#options.onError(error)
      }
    }
    this.#loads.delete(personId)
  }

  async loadEarlier(personId: string): Promise<void> {
    const first = this.#options.getConversation(personId)?.messages[0]
    if (!first || this.#loadingEarlier.has(personId)) return
    this.#loadingEarlier.add(personId)
    try {
      const page = await this.#options.fetch(personId, { before: first.number })
      this.#options.dispatch({ type: 'earlier', personId, page })
    } catch (error) {
      this.#options.onError(error)
    } finally {
      this.#loadingEarlier.delete(personId)
    }
  }

  async #loadNewer(personId: string): Promise<void> {
    for (;;) {
      const after = this.#options.getConversation(personId)?.completeThrough ?? null
      const page = await this.#options.fetch(personId, after === null ? {} : { after })
      this.#options.dispatch({ type: 'newer', personId, page })
      if (after === null || page.messages.length < LIMITS.historyPage) return
    }
  }
}
