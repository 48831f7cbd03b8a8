import type { ServerMessage } from '#contract/protocol.ts'

/** Holds what comes before a connection's first frame: nothing is applied before what it is relative to. */
export class FrameOrder {
  readonly #apply: (message: ServerMessage) => void
  /** Null once the first frame is in place. */
  #early: ServerMessage[] | null = []

  constructor(apply: (message: ServerMessage) => void) {
    this.#apply = apply
  }

  /** A new connection begins. */
  restart(): void {
    this.#early = []
  }

  take(message: ServerMessage): void {
    const isFirst = message.type === 'snapshot' || message.type === 'resumed'
    if (this.#early && !isFirst) {
      this.#early.push(message)
      return
    }
    const early = this.#early ?? []
    this.#early = null
    for (const one of [message, ...early]) this.#apply(one)
  }
}
