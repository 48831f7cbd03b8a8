import { LIMITS } from '#contract/limits.ts'

const ID_LENGTH = 36

/** The two ids in order, joined: one conversation has one id, whoever asks. */
export function conversationId(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`
}

/** The other one of a conversation's two people. */
export function partnerIn(conversation: string, personId: string): string {
  const first = conversation.slice(0, ID_LENGTH)
  return first === personId ? conversation.slice(ID_LENGTH + 1) : first
}

interface Reading {
  through: number
  unread: number
}

/** What is remembered of a conversation while the room is awake. All of it is in storage too. */
export class Conversation {
  readonly id: string
  /** Number by message id, of the last 256 messages, the oldest first. */
  readonly recent = new Map<string, number>()
  /** Number of the newest message; 0 before the first. */
  last = 0
  lastCreatedAt = 0
  readonly #first: Reading = { through: 0, unread: 0 }
  readonly #second: Reading = { through: 0, unread: 0 }

  constructor(id: string) {
    this.id = id
  }

  isFirst(personId: string): boolean {
    return this.id.startsWith(personId)
  }

  readThrough(personId: string): number {
    return this.#reading(personId).through
  }

  unread(personId: string): number {
    return this.#reading(personId).unread
  }

  note(messageId: string, number: number, sender: string, createdAt: number): void {
    this.last = number
    this.lastCreatedAt = createdAt
    this.recent.set(messageId, number)
    const [oldest] = this.recent.keys()
    if (this.recent.size > LIMITS.messageIdWindow && oldest) this.recent.delete(oldest)
    this.#reading(partnerIn(this.id, sender)).unread += 1
  }

  noteRead(personId: string, through: number, unread: number): void {
    Object.assign(this.#reading(personId), { through, unread })
  }

  /** Both readers with the cursor that storage has for each. */
  readers(byFirst: number, bySecond: number): [string, number][] {
    return [
      [this.id.slice(0, ID_LENGTH), byFirst],
      [this.id.slice(ID_LENGTH + 1), bySecond],
    ]
  }

  #reading(personId: string): Reading {
    return this.isFirst(personId) ? this.#first : this.#second
  }
}
