import { LIMITS } from '#contract/limits.ts'
import { isSmall } from '#contract/plain-text.ts'
import type { ClientMessage } from '#contract/protocol.ts'
import type { RoomState } from './state.ts'

interface Ends {
  state: () => RoomState
  /** Whether the frame went out. */
  send: (message: ClientMessage) => boolean
  paging: () => void
}

/** What a page asks about people it has not loaded. Where it has loaded everybody, nothing. */
export class PeopleQuestions {
  readonly #ends: Ends

  constructor(ends: Ends) {
    this.#ends = ends
  }

  /** Asks for the next people of the list. */
  loadMore(): void {
    const { next, isPaging } = this.#ends.state()
    if (!next || isPaging) return
    if (this.#ends.send({ type: 'page', after: next })) this.#ends.paging()
  }

  /** Looks in the whole bar. */
  search(text: string): void {
    if (this.#ends.state().next && isSmall(text, LIMITS.nameText))
      this.#ends.send({ type: 'search', text })
  }

  /** Makes sure that a person is known, where the bar has them. */
  meet(personId: string): void {
    const { people, next } = this.#ends.state()
    if (next && !people.has(personId)) this.#ends.send({ type: 'find', personId })
  }
}
