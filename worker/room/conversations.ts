import type { Bucket, BucketSize } from '#contract/bucket.ts'
import { refilled, spent } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'
import type { History, Message } from '#contract/message.ts'
import type { LastLine } from '#contract/protocol.ts'
import type { Messages } from './messages.ts'
import { partnerIn, toConversationId } from './messages.ts'
import type { Sockets } from './sockets.ts'
import { readAttachment } from './sockets.ts'
import type { RoomStorage } from './storage.ts'

/** Half of how many conversations stay in memory. */
const HALF = 500

/** A conversation as a person's list shows it. */
export interface Summary {
  /** The partner. */
  personId: string
  unread: number
  lastLine: LastLine
}

interface Side {
  /** Number of the last message that this person has read. */
  readThrough: number
  unread: number
  /** What this person may still send to the other, and how often. */
  pace: Bucket
}

/** A conversation in memory. Everything in it is in storage too. */
export class Conversation {
  readonly id: string
  /** Number by message id, of the last 256 messages, the oldest first. */
  readonly recent = new Map<string, number>()
  /** Number of the newest message; 0 before the first. */
  last = 0
  lastCreatedAt = 0
  readonly #size: BucketSize
  readonly #first: Side
  readonly #second: Side

  /** `pace`: a full bucket if every message will be noted, an empty one if earlier ones are unknown. */
  constructor(id: string, size: BucketSize, pace: Bucket) {
    this.id = id
    this.#size = size
    this.#first = { readThrough: 0, unread: 0, pace }
    this.#second = { readThrough: 0, unread: 0, pace }
  }

  /** Number of the last message that a person has read; 0 for none. */
  readThrough(personId: string): number {
    return this.#side(personId).readThrough
  }

  /** How many messages of the partner a person has not read. */
  unread(personId: string): number {
    return this.#side(personId).unread
  }

  /** Whether the pair's rate limit lets a person send one more message. */
  maySend(personId: string, now: number): boolean {
    const side = this.#side(personId)
    side.pace = refilled(side.pace, this.#size, now)
    return side.pace.tokens >= 1
  }

  /** A message was stored at `createdAt`. `now` differs if that is just happening. */
  note({ id, number, sender, createdAt }: NotedMessage, now = createdAt): void {
    this.last = number
    this.lastCreatedAt = createdAt
    this.recent.set(id, number)
    if (this.recent.size > LIMITS.messageIdWindow) {
      const [oldest = ''] = this.recent.keys()
      this.recent.delete(oldest)
    }
    const side = this.#side(sender)
    side.pace = spent(side.pace, this.#size, now)
    this.#side(partnerIn(this.id, sender)).unread += 1
  }

  /** A person has read up to a message; `unread` are left. */
  noteRead(personId: string, readThrough: number, unread: number): void {
    Object.assign(this.#side(personId), { readThrough, unread })
  }

  #side(personId: string): Side {
    return this.id.startsWith(personId) ? this.#first : this.#second
  }
}

interface NotedMessage {
  id: string
  number: number
  sender: string
  createdAt: number
}

/** What of the conversations is in memory. */
interface Cached {
  /** Two generations: the older one is dropped when the newer one is full. */
  newer: Map<string, Conversation>
  older: Map<string, Conversation>
  /**
   * Partners by person. A row's key finds it by its first person only, and an index for the second
   * would be one more row written; so all ids are read once a wake, when somebody's are asked for.
   */
  partners: Map<string, Set<string>> | null
}

/** Who has conversations with whom, and the state of those in use, rebuilt in a few reads each. */
export class Conversations {
  readonly #storage: RoomStorage
  readonly #messages: Messages
  readonly #sockets: Sockets
  readonly #pace: BucketSize
  readonly #cached: () => Cached
  /** The newest time given out in this wake: times never go back, whatever the clock does. */
  #lastCreatedAt = 0

  /** `pace` is the pair's rate limit. */
  constructor(storage: RoomStorage, messages: Messages, sockets: Sockets, pace: BucketSize) {
    this.#storage = storage
    this.#messages = messages
    this.#sockets = sockets
    this.#pace = pace
    this.#cached = storage.cache(() => ({ newer: new Map(), older: new Map(), partners: null }))
  }

  /** The conversation of two people; without messages it is empty. */
  between(one: string, other: string): Conversation {
    const id = toConversationId(one, other)
    const cached = this.#cached()
    const known = cached.newer.get(id)
    if (known) return known
    const conversation = cached.older.get(id) ?? this.#load(id)
    if (cached.newer.size === HALF) {
      cached.older = cached.newer
      cached.newer = new Map()
    }
    cached.newer.set(id, conversation)
    return conversation
  }

  /** The state of a conversation, if it is in memory. */
  inMemory(id: string): Conversation | undefined {
    const { newer, older } = this.#cached()
    return newer.get(id) ?? older.get(id)
  }

  /** Whom a person has conversations with. */
  partnersOf(personId: string): string[] {
    return [...(this.#partners().get(personId) ?? [])]
  }

  /** A person's conversations, the newest message first. A few rows of each are read. */
  summaries(personId: string): Summary[] {
    const newest = this.#idsOf(personId).flatMap((id) => {
      const last = this.#messages.last(id)
      return last ? [{ id, last }] : []
    })
    newest.sort((one, other) => other.last.at - one.last.at || (one.id < other.id ? -1 : 1))
    return newest
      .slice(0, LIMITS.conversationsListed)
      .map(({ id, last: { sender, text, at } }) => ({
        personId: partnerIn(id, personId),
        unread: this.#messages.countUnread(id, personId, this.readThrough(id, personId)),
        lastLine: { text, isOwn: sender === personId, at },
      }))
  }

  /** How far a person has read, without loading the conversation. */
  readThrough(id: string, reader: string): number {
    const conversation = this.inMemory(id)
    if (conversation) return conversation.readThrough(reader)
    return this.#readThrough(reader, id, this.#storedPositions(id))
  }

  /** A message stored before under this id, if it is among the last 256. */
  findRecent(conversation: Conversation, messageId: string): Message | null {
    const number = conversation.recent.get(messageId)
    if (number === undefined) return null
    return this.#messages.page(conversation.id, number, number + 1)[0] ?? null
  }

  /**
   * Stores a message under the next number. One row written, two for the first of a conversation,
   * which is why the caller runs that in a transaction.
   */
  append(conversation: Conversation, draft: Omit<Message, 'number'>): Message {
    const { id } = conversation
    const number = conversation.last + 1
    const createdAt = Math.max(draft.createdAt, conversation.lastCreatedAt, this.#lastCreatedAt)
    const message = { ...draft, number, createdAt }
    if (number === 1) {
      this.#storage.sql`
        INSERT OR IGNORE INTO conversations (id, read_by_first, read_by_second) VALUES (${id}, 0, 0)`
    }
    this.#messages.add(id, message)
    this.#lastCreatedAt = createdAt
    const { partners } = this.#cached()
    if (number === 1 && partners) addPartners(partners, id)
    conversation.note({ ...message, sender: draft.from }, draft.createdAt)
    return message
  }

  /** One page, oldest first: the newest messages before a number, or the oldest after one. */
  history(conversation: Conversation, page: { before?: number; after?: number }): History {
    const end = Math.min(page.before ?? Infinity, conversation.last + 1)
    const wanted = page.after === undefined ? end - LIMITS.historyPage : page.after + 1
    const start = Math.max(1, wanted)
    const messages = this.#messages.page(
      conversation.id,
      start,
      Math.min(end, start + LIMITS.historyPage),
    )
    return { messages, hasEarlier: start > 1 }
  }

  /** Everything that two people wrote to each other, oldest first. */
  all(conversation: Conversation): Message[] {
    return this.#messages.page(conversation.id, 1, conversation.last + 1)
  }

  /** When a person's messages of the last while were stored, in all conversations. */
  sentSince(personId: string, moment: number): number[] {
    return this.#idsOf(personId).flatMap((id) => this.#messages.sentSince(id, personId, moment))
  }

  /** When a person began their conversations of the last while. */
  begunSince(personId: string, moment: number): number[] {
    return this.#idsOf(personId).flatMap((id) => this.#messages.begunSince(id, personId, moment))
  }

  /** Erases a person's conversations, for both sides. Returns how many messages went. */
  erase(personId: string): number {
    const { newer, older, partners } = this.#cached()
    let erased = 0
    for (const id of this.#idsOf(personId)) {
      erased += this.#messages.erase(id)
      this.#storage.sql`DELETE FROM conversations WHERE id = ${id}`
      partners?.get(partnerIn(id, personId))?.delete(personId)
      newer.delete(id)
      older.delete(id)
    }
    partners?.delete(personId)
    return erased
  }

  /** How many messages each person has sent or received. One pass over all messages. */
  countByPerson(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const [id, messages] of this.#messages.countAll()) {
      for (const personId of id.split(':')) {
        counts.set(personId, (counts.get(personId) ?? 0) + messages)
      }
    }
    return counts
  }

  #load(id: string): Conversation {
    const newest = this.#messages.newestKeys(id)
    const [oldest] = newest
    const isWhole = oldest === undefined || oldest.number === 1
    const conversation = new Conversation(id, this.#pace, {
      tokens: isWhole ? this.#pace.burst : 0,
      at: oldest?.createdAt ?? 0,
    })
    for (const key of newest) conversation.note(key)
    const stored = this.#storedPositions(id)
    for (const reader of id.split(':')) {
      const through = this.#readThrough(reader, id, stored)
      conversation.noteRead(reader, through, this.#messages.countUnread(id, reader, through))
    }
    return conversation
  }

  #readThrough(reader: string, id: string, [first, second]: [number, number]): number {
    return Math.max(id.startsWith(reader) ? first : second, this.#pendingPosition(reader, id))
  }

  /** A position that is not written yet is held by the reader's socket. */
  #pendingPosition(reader: string, id: string): number {
    const held = this.#sockets
      .of(reader)
      .flatMap((socket) => readAttachment(socket).pendingPositions)
    return Math.max(0, ...held.filter(([conversation]) => conversation === id).map(([, to]) => to))
  }

  #storedPositions(id: string): [first: number, second: number] {
    const [row] = this.#storage.sql<{ first: number; second: number }>`
      SELECT read_by_first AS first, read_by_second AS second FROM conversations WHERE id = ${id}`
    return [row?.first ?? 0, row?.second ?? 0]
  }

  #idsOf(personId: string): string[] {
    return this.partnersOf(personId).map((partner) => toConversationId(personId, partner))
  }

  #partners(): Map<string, Set<string>> {
    const cached = this.#cached()
    if (cached.partners) return cached.partners
    const partners = new Map<string, Set<string>>()
    const rows = this.#storage.sql<{ id: string }>`SELECT id FROM conversations`
    for (const { id } of rows) addPartners(partners, id)
    cached.partners = partners
    return partners
  }
}

function addPartners(all: Map<string, Set<string>>, conversation: string): void {
  for (const personId of conversation.split(':')) {
    const partners = all.get(personId) ?? new Set<string>()
    all.set(personId, partners.add(partnerIn(conversation, personId)))
  }
}
