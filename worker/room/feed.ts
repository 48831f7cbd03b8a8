import type { Fact } from '#contract/protocol.ts'
import type { Sockets } from './sockets.ts'
import { sendTo } from './sockets.ts'

/**
 * Tells everybody what happens to people. Facts are numbered within an epoch, which is one wake of
 * the room: nothing happens while it sleeps, so the first frame after a wake teaches both anew.
 */
export class Feed {
  readonly epoch: string
  readonly #sockets: Sockets
  readonly #alsoTell: (facts: Fact[]) => void
  #number = 0

  /** `alsoTell` hears every fact too: the administrators' board. */
  constructor(sockets: Sockets, alsoTell: (facts: Fact[]) => void) {
    this.epoch = crypto.randomUUID()
    this.#sockets = sockets
    this.#alsoTell = alsoTell
  }

  /** Number of the last fact told in this epoch. */
  get number(): number {
    return this.#number
  }

  /** Tells these facts in one frame. Where rushes share frames, this is the place. */
  tell(facts: Fact[], to: WebSocket[] = this.#sockets.all()): void {
    if (facts.length === 0) return
    this.#number += facts.length
    sendTo(to, {
      type: 'facts',
      epoch: this.epoch,
      number: this.#number,
      facts,
    })
    this.#alsoTell(facts)
  }
}
