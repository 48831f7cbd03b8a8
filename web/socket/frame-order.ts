import type { ServerMessage } from '#contract/protocol.ts'

/** Buffers messages until a connection's first frame, to which they are relative. */
export class FrameOrder {
  readonly #apply: (message: ServerMessage) => void
  /** Null after the first frame. */
  #early: ServerMessage[] | null = []

  constructor(apply: (message: ServerMessage) => void) {
    this.#apply = apply
  }

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
