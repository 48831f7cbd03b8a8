import type { Message } from '#contract/message.ts'
import type { Conversation } from './conversation.ts'
import type { RoomParts } from './parts.ts'
import type { RosterPerson } from './roster-person.ts'

/** Stored, and not yet told to anybody. */
export interface Stored {
  socket: WebSocket
  conversation: Conversation
  message: Message
}

/**
 * What a batch of durable messages has to tell: to each writer's socket that theirs is stored, to the
 * receivers and the writers' other pages what was said. Gathered first, because half of it goes to the
 * same sockets: two who talk each get an answer and a message.
 */
export class Deliveries {
  readonly #parts: Pick<RoomParts, 'roster' | 'chatLog' | 'sockets'>
  readonly #messages = new Map<WebSocket, string[]>()
  readonly #sockets = new Map<string, WebSocket[]>()

  constructor(parts: Pick<RoomParts, 'roster' | 'chatLog' | 'sockets'>) {
    this.#parts = parts
  }

  /** Gathers what one message has to tell. */
  add({ socket, conversation, message }: Stored): void {
    const { roster } = this.#parts
    // Serialised once, for the writer and for whoever reads it.
    const text = JSON.stringify(message)
    const own = this.#socketsOf(message.from)
    if (own.includes(socket)) this.#tell([socket], `{"type":"stored","message":${text}}`)
    const [sender, partner] = [roster.find(message.from), roster.find(message.to)]
    // A visit that ended during the commit took the message with it.
    if (!sender || !partner) return
    this.#deliver(text, conversation, partner, this.#socketsOf(partner.id))
    if (own.length === 1 && own[0] === socket) return
    const others = own.filter((other) => other !== socket)
    this.#deliver(text, conversation, sender, others)
  }

  /** Sends what was gathered, to each socket in its order. */
  send(): void {
    this.#parts.sockets.sendShared(this.#messages)
  }

  #deliver(
    message: string,
    conversation: Conversation,
    reader: RosterPerson,
    sockets: readonly WebSocket[],
  ): void {
    if (sockets.length === 0) return
    const unread = conversation.unread(reader.id)
    this.#tell(sockets, `{"type":"message","message":${message},"unread":${unread}}`)
  }

  #tell(sockets: readonly WebSocket[], text: string): void {
    for (const socket of sockets) {
      const earlier = this.#messages.get(socket)
      if (earlier) earlier.push(text)
      else this.#messages.set(socket, [text])
    }
  }

  /** Looked up once for all messages of the batch: nothing comes or goes while it is gathered. */
  #socketsOf(personId: string): readonly WebSocket[] {
    const known = this.#sockets.get(personId)
    if (known) return known
    const sockets = this.#parts.sockets.of(personId)
    this.#sockets.set(personId, sockets)
    return sockets
  }
}
