import { LIMITS } from '#contract/limits.ts'
import { isSmall } from '#contract/plain-text.ts'
import type { ClientMessage, ServerMessage } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Store } from '#web/ui/cell.ts'
import type { RoomEvent, RoomState } from './room-state.ts'

type Question = Extract<ClientMessage, { type: 'page' | 'search' }>

/** Asks the room for people who are not loaded. Asks again where the room refuses for its rate. */
export class PeopleQuestions {
  readonly #store: Store<RoomState, RoomEvent>
  /** False without an open connection. */
  readonly #send: (message: ClientMessage) => boolean
  /** Without an answer, by type: the room does not say which one it refuses. */
  readonly #asked = new Map<string, Question>()
  #askAgain: ReturnType<typeof setTimeout> | undefined

  constructor(store: Store<RoomState, RoomEvent>, send: (message: ClientMessage) => boolean) {
    this.#store = store
    this.#send = send
  }

  /** The next page of the list. */
  loadMore(): void {
    const { next, isPaging } = this.#store.read()
    if (!next || isPaging) return
    if (this.#ask({ type: 'page', after: next })) this.#store.dispatch({ type: 'paging' })
  }

  /** Sends nothing if everybody is loaded. */
  search(text: string): void {
    const { next } = this.#store.read()
    if (next && isSmall(text, LIMITS.nameText)) this.#ask({ type: 'search', text })
  }

  /** Loads a person who is not loaded yet. */
  find(personId: string): void {
    const { people, next } = this.#store.read()
    if (next && !people.has(personId)) this.#send({ type: 'find', personId })
  }

  received(message: ServerMessage): void {
    if (message.type === 'page') this.#asked.delete('page')
    const search = this.#asked.get('search')
    if (message.type === 'found' && search?.type === 'search' && search.text === message.asked) {
      this.#asked.delete('search')
    }
    const isRefused = message.type === 'refused' && message.id === null && !message.asked
    if (!isRefused || this.#asked.size === 0) return
    this.#askAgain ??= setTimeout(() => {
      this.#askAgain = undefined
      for (const one of this.#asked.values()) this.#send(one)
    }, TIMINGS.peopleAskedAgainMs)
  }

  disconnected(): void {
    clearTimeout(this.#askAgain)
    this.#askAgain = undefined
    this.#asked.clear()
  }

  #ask(question: Question): boolean {
    this.#asked.set(question.type, question)
    return this.#send(question)
  }
}
