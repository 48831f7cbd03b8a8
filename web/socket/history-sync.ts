import type { HistoryQuestion, ServerMessage } from '#contract/protocol.ts'
import type { Store } from '#web/ui/cell.ts'
import type { Conversation } from './conversation.ts'
import type { RoomEvent, RoomState } from './room-state.ts'

export interface HistorySyncOptions {
  /** False without an open connection. */
  ask: (question: HistoryQuestion) => boolean
  /** Finds out soon whether the connection is dead. */
  check: () => void
  onRefused: () => void
}

/**
 * Asks for the messages that a page misses. The answer stands among the live messages on the same
 * socket, so a conversation that has caught up stays complete until the connection is lost.
 */
export class HistorySync {
  readonly #store: Store<RoomState, RoomEvent>
  readonly #options: HistorySyncOptions
  /** One state for each partner, on this connection. */
  readonly #newer = new Map<string, 'asked' | 'complete'>()
  /** Ends the wait for earlier messages, by partner. Outlives the connection. */
  readonly #earlier = new Map<string, () => void>()
  readonly #open = new Set<string>()

  constructor(store: Store<RoomState, RoomEvent>, options: HistorySyncOptions) {
    this.#store = store
    this.#options = options
  }

  /** Keeps a conversation complete until the returned function is called. */
  open(personId: string): () => void {
    this.#open.add(personId)
    this.load(personId)
    return () => this.#open.delete(personId)
  }

  load(personId: string): void {
    if (this.#newer.has(personId)) return
    this.#store.dispatch({ type: 'load', personId, load: 'loading' })
    this.retry(personId)
  }

  /** Asks again after a failure. The error stays shown until an answer comes. */
  retry(personId: string): void {
    if (!this.#newer.has(personId) && this.#askNewer(personId)) this.#options.check()
  }

  /** Resolves once they have come, or were refused. */
  async loadEarlier(personId: string): Promise<void> {
    if (this.#earlier.has(personId) || !this.#known(personId)?.hasEarlier) return
    await new Promise<void>((resolve) => {
      this.#earlier.set(personId, resolve)
      if (this.#askEarlier(personId)) this.#options.check()
    })
  }

  /** The upgrade asks for this conversation's newest page. */
  askedByUpgrade(personId: string): void {
    this.#newer.set(personId, 'asked')
  }

  /** The first frame has come. No `check`: a new connection may be slow. */
  connected(): void {
    for (const personId of this.#open) if (!this.#newer.has(personId)) this.#askNewer(personId)
    for (const personId of this.#earlier.keys()) this.#askEarlier(personId)
  }

  disconnected(): void {
    this.#newer.clear()
  }

  /** Call after the state has taken it. */
  received(message: ServerMessage): void {
    if (message.type === 'history') {
      const { personId, before, after, hasMore } = message
      if (before !== undefined) this.#endEarlier(personId)
      else if (after !== undefined && hasMore) this.#askNewer(personId)
      else this.#newer.set(personId, 'complete')
    }
    // A message may have been stored as the two were separated: it was not delivered.
    if (message.type === 'conversationEnded') this.#newer.delete(message.personId)
    if (message.type === 'refused' && message.id === null) this.#refused(message)
  }

  #refused(message: Extract<ServerMessage, { type: 'refused' }>): void {
    const { asked } = message
    // The person has left, and nothing more can come. The page says so itself.
    const isOver = message.reason === 'person_not_found'
    if (asked?.before !== undefined) {
      if (this.#endEarlier(asked.personId) && !isOver) this.#options.onRefused()
    } else if (asked && isOver) {
      this.#newer.delete(asked.personId)
      this.#store.dispatch({ type: 'load', personId: asked.personId, load: 'loaded' })
    } else if (asked) {
      this.#fail(asked.personId)
    } else if (message.reason === 'internal') {
      // The room failed before it had read the frame, which may have been any of these.
      for (const [personId, state] of this.#newer) if (state === 'asked') this.#fail(personId)
      for (const personId of this.#earlier.keys()) this.#endEarlier(personId)
    }
  }

  #fail(personId: string): void {
    this.#newer.delete(personId)
    if (!this.#open.has(personId)) return
    const wasFailed = this.#known(personId)?.load === 'failed'
    this.#store.dispatch({ type: 'load', personId, load: 'failed' })
    if (!wasFailed) this.#options.onRefused()
  }

  #askNewer(personId: string): boolean {
    const after = this.#known(personId)?.completeThrough ?? null
    const isSent = this.#options.ask(after === null ? { personId } : { personId, after })
    if (isSent) this.#newer.set(personId, 'asked')
    return isSent
  }

  #askEarlier(personId: string): boolean {
    const before = this.#known(personId)?.messages[0]?.number ?? 1
    return this.#options.ask({ personId, before })
  }

  #known(personId: string): Conversation | undefined {
    return this.#store.read().conversations.get(personId)
  }

  #endEarlier(personId: string): boolean {
    this.#earlier.get(personId)?.()
    return this.#earlier.delete(personId)
  }
}
