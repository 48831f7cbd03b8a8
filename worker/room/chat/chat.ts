import type * as v from 'valibot'
import type { Message } from '#contract/message.ts'
import type { HistoryQuestion, saySchema } from '#contract/protocol.ts'
import type { Refusal } from '#contract/refusals.ts'
import { log } from '#worker/log.ts'
import { isOpen } from '#worker/object-sockets.ts'
import { mayWrite } from '#worker/policy/may-write.ts'
import type { People, Person } from '#worker/room/people/people.ts'
import type { Presence } from '#worker/room/people/presence.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { Blocks } from '#worker/room/safety/blocks.ts'
import type { Sockets } from '#worker/room/sockets/sockets.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import type { Conversation } from './conversation.ts'
import type { Conversations } from './conversations.ts'
import type { MessageLimits } from './message-limits.ts'
import type { Notices } from './notices.ts'

type Say = v.InferOutput<typeof saySchema>

interface Queued {
  socket: WebSocket
  senderId: string
  say: Say
}

interface Stored {
  socket: WebSocket
  conversation: Conversation
  message: Message
}

interface Parts {
  people: People
  presence: Presence
  sockets: Sockets
  conversations: Conversations
  rateLimits: RateLimits
  messageLimits: MessageLimits
  blocks: Blocks
  notices: Notices
}

/**
 * Stores, then acknowledges, then delivers messages (rule 5). Messages that arrive during a commit
 * share the next one: a fifth cheaper than the platform's output gate for each.
 */
export class Chat {
  readonly #parts: Parts
  readonly #storage: RoomStorage
  #queue: Queued[] = []
  #isCommitting = false

  constructor(parts: Parts, storage: RoomStorage) {
    this.#parts = parts
    this.#storage = storage
  }

  /** If no commit is running, the message is stored before this returns. */
  say(person: Person, socket: WebSocket, say: Say): void {
    this.#queue.push({ socket, senderId: person.id, say })
    // Do not await: the platform delivers a socket's next frame only after this handler.
    if (!this.#isCommitting) void this.#commitAll()
  }

  async #commitAll(): Promise<void> {
    this.#isCommitting = true
    try {
      while (this.#queue.length > 0) {
        const stored = this.#storeQueue(Date.now())
        // No timer: it would cost a lone sender 10 ms.
        await this.#storage.committed()
        this.#deliver(stored)
      }
    } catch (error) {
      // The platform resets an object whose commit fails. Nothing was acknowledged.
      log('commit_failed', { error })
    } finally {
      this.#isCommitting = false
    }
  }

  /**
   * Answers with the position and the unread number. Beyond the rate the position stays, and the page
   * says it again. There are no receipts for partners.
   */
  read(person: Person, partnerId: string, wanted: number, now: number): void {
    const { id } = person
    const { conversations, sockets, rateLimits } = this.#parts
    if (!this.#reaches(person, partnerId)) {
      const nothing = { type: 'read' as const, personId: partnerId, through: 0, unread: 0 }
      return sockets.send(sockets.of(id), nothing)
    }
    const conversation = conversations.between(id, partnerId)
    const through = Math.min(wanted, conversation.last)
    if (through > conversation.readThrough(id) && rateLimits.take('reads', id, now)) {
      conversations.read(conversation, id, through)
    }
    sockets.send(sockets.of(id), {
      type: 'read',
      personId: partnerId,
      through: conversation.readThrough(id),
      unread: conversation.unread(id),
    })
  }

  /** Stands among the messages: a page gets later ones after it, on the same socket. */
  history(person: Person, socket: WebSocket, asked: HistoryQuestion, now: number): void {
    const { conversations, sockets, rateLimits } = this.#parts
    try {
      if (!rateLimits.take('history', person.id, now)) {
        return sockets.refuse(socket, null, 'rate_limited', asked)
      }
      if (asked.personId === person.id || !this.#reaches(person, asked.personId)) {
        return sockets.refuse(socket, null, 'person_not_found', asked)
      }
      const conversation = conversations.between(person.id, asked.personId)
      const page = conversations.history(conversation, asked)
      sockets.send([socket], { type: 'history', ...asked, ...page })
    } catch (error) {
      sockets.fail(socket, null, error, asked)
    }
  }

  /**
   * Puts a conversation away for this person alone, until they write there. One that they began or
   * answered stays.
   */
  fold(person: Person, partnerId: string): void {
    const { conversations, sockets } = this.#parts
    if (!this.#reaches(person, partnerId)) return
    const conversation = conversations.between(person.id, partnerId)
    if (conversation.unanswered(partnerId) === 0) return
    conversations.fold(conversation, person.id)
    sockets.send(sockets.of(person.id), { type: 'folded', personId: partnerId })
  }

  #reaches(person: Person, partnerId: string): boolean {
    const { people, blocks } = this.#parts
    return people.find(partnerId) !== null && !blocks.isBetween(person, partnerId)
  }

  #storeQueue(now: number): Stored[] {
    const batch = this.#queue
    this.#queue = []
    const stored: Stored[] = []
    for (const one of batch) {
      try {
        const done = this.#store(one, now)
        if (done) stored.push(done)
      } catch (error) {
        this.#parts.sockets.fail(one.socket, one.say.id, error)
      }
    }
    return stored
  }

  #store({ socket, senderId, say }: Queued, now: number): Stored | null {
    const { people, conversations, sockets, messageLimits, blocks } = this.#parts
    // While the message waited, the visit may have ended or the socket been closed.
    const sender = isOpen(socket) ? people.find(senderId) : null
    if (!sender) return null
    const conversation = conversations.between(sender.id, say.to)
    const isBlocked = blocks.isBetween(sender, say.to)
    const earlier = isBlocked ? null : conversations.findRecent(conversation, say.id)
    if (earlier) {
      sockets.send([socket], { type: 'stored', message: earlier })
      return null
    }
    const refusal = this.#refusal(sender, isBlocked, say, conversation, now)
    if (refusal) {
      sockets.refuse(socket, say.id, refusal)
      return null
    }
    const isFirst = conversation.last === 0
    const draft = { id: say.id, from: sender.id, to: say.to, text: say.text, createdAt: now }
    const append = () => conversations.append(conversation, draft)
    // A transaction costs CPU. One statement is atomic; only a first message needs two.
    const message = isFirst ? this.#storage.transact(append) : append()
    messageLimits.noteSent(sender.id, say.text, isFirst, now)
    return { socket, conversation, message }
  }

  #refusal(
    sender: Person,
    isBlocked: boolean,
    { to, text }: Say,
    conversation: Conversation,
    now: number,
  ): Refusal | null {
    const { people, presence, messageLimits } = this.#parts
    const partner = people.find(to)
    const hasMessages = conversation.last > 0
    const decision = mayWrite({
      self: to === sender.id,
      partnerExists: partner !== null && !isBlocked,
      partnerOnline: hasMessages || (partner !== null && presence.isOnline(partner, now)),
      hasMessages,
      awaitsAnswer: messageLimits.awaitsAnswer(sender.id, conversation),
      withinRate: messageLimits.maySend(sender.id, conversation, text, now),
    })
    return decision.allowed ? null : decision.refusal
  }

  /** Groups by socket, because half of a batch goes to the same sockets. */
  #deliver(stored: readonly Stored[]): void {
    const { sockets } = this.#parts
    const socketsOf = memoize((personId: string) => sockets.of(personId))
    const outgoing = new Map<WebSocket, string[]>()
    const add = (socket: WebSocket, text: string) => {
      const earlier = outgoing.get(socket)
      if (earlier) earlier.push(text)
      else outgoing.set(socket, [text])
    }
    for (const one of stored) {
      try {
        this.#address(one, socketsOf, add)
      } catch (error) {
        log('frame_failed', { error })
        // The message is stored: a page that reconnects reads it.
        for (const id of [one.message.from, one.message.to]) {
          for (const socket of socketsOf(id)) sockets.close(socket, 'outOfSync')
        }
      }
    }
    sockets.sendBatches(outgoing)
  }

  #address(
    { socket, conversation, message }: Stored,
    socketsOf: (personId: string) => readonly WebSocket[],
    add: (socket: WebSocket, text: string) => void,
  ): void {
    const { people, blocks, notices } = this.#parts
    const text = JSON.stringify(message)
    const own = socketsOf(message.from)
    if (own.includes(socket)) add(socket, `{"type":"stored","message":${text}}`)
    // A visit that ended during the commit has erased the message; a block hides it.
    const sender = people.find(message.from)
    if (!sender || !people.find(message.to) || blocks.isBetween(sender, message.to)) return
    const deliver = (reader: string, receivers: readonly WebSocket[]) => {
      if (receivers.length === 0) return
      const isFolded = conversation.isFoldedFor(reader)
      const state = isFolded
        ? '"unread":0,"folded":true'
        : `"unread":${conversation.unread(reader)}`
      for (const one of receivers) add(one, `{"type":"message","message":${text},${state}}`)
    }
    deliver(message.to, socketsOf(message.to))
    deliver(
      message.from,
      own.length === 1 && own[0] === socket ? [] : own.filter((other) => other !== socket),
    )
    notices.note(conversation, message, sender)
  }
}

function memoize<K, V>(look: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const earlier = known.get(key)
    if (earlier !== undefined) return earlier
    const value = look(key)
    known.set(key, value)
    return value
  }
}
