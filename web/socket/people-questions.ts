import { LIMITS } from '#contract/limits.ts'
import { isSmall } from '#contract/plain-text.ts'
import type { ClientMessage } from '#contract/protocol.ts'
import type { RoomState } from './state.ts'

interface Ends {
  state: () => RoomState
  send: (message: ClientMessage) => boolean
  paging: () => void
}

/** Sends nothing if everybody is loaded. */
export class PeopleQuestions {
  readonly #ends: Ends

  constructor(ends: Ends) {
    this.#ends = ends
  }

  loadMore(): void {
    const { next, isPaging } = this.#ends.state()
    if (!next || isPaging) return
    if (this.#ends.send({ type: 'page', after: next })) this.#ends.paging()
  }

  search(text: string): void {
    if (this.#ends.state().next && isSmall(text, LIMITS.nameText))
      this.#ends.send({ type: 'search', text })
  }

  meet(personId: string): void {
    const { people, next } = this.#ends.state()
    if (next && !people.has(personId)) this.#ends.send({ type: 'find', personId })
  }
}
