import type { Message } from '#contract/message.ts'

/** What one page would show of its conversations. */
export class ShownConversations {
  readonly #self: string
  readonly #byPartner = new Map<string, Map<number, Message>>()

  constructor(self: string) {
    this.#self = self
  }

  get partners(): string[] {
    return [...this.#byPartner.keys()]
  }

  take(message: Message): void {
    const partner = message.from === this.#self ? message.to : message.from
    const held = this.#byPartner.get(partner) ?? new Map<number, Message>()
    this.#byPartner.set(partner, held)
    held.set(message.number, message)
  }

  /** In the order of their numbers, holes and all. */
  of(partner: string): Message[] {
    return [...(this.#byPartner.get(partner)?.values() ?? [])].sort(
      (one, other) => one.number - other.number,
    )
  }

  /** The number up to which nothing is missing. */
  completeThrough(partner: string): number {
    const held = this.#byPartner.get(partner)
    let through = 0
    while (held?.has(through + 1)) through += 1
    return through
  }
}
