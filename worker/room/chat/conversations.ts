import type { BucketSize } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'
import type { History, Message } from '#contract/message.ts'
import type { LastLine } from '#contract/protocol.ts'
import { readAttachment } from '#worker/room/sockets/attachment.ts'
import type { Sockets } from '#worker/room/sockets/sockets.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import { Conversation } from './conversation.ts'
import type { Messages } from './messages.ts'
import { partnerIn, toConversationId, toRowKey } from './messages.ts'

const HALF = 500

export interface Summary {
  personId: string
  unread: number
  answered: boolean
  lastLine: LastLine
}

interface StoredState {
  /** Read positions. */
  first: number
  second: number
  isFolded: boolean
  /** By person. */
  noticed: [first: number, second: number]
}

interface Cached {
  /** Two generations of at most `HALF`: when the newer one is full, the older one is dropped. */
  newer: Map<string, Conversation>
  older: Map<string, Conversation>
  partners: Map<string, Set<string>>
}

export class Conversations {
  readonly #storage: RoomStorage
  readonly #messages: Messages
  readonly #sockets: Sockets
  readonly #pace: BucketSize
  readonly #cached: () => Cached
  /** Times never decrease within a wake, even if the clock does. */
  #lastCreatedAt = 0

  constructor(storage: RoomStorage, messages: Messages, sockets: Sockets, pace: BucketSize) {
    this.#storage = storage
    this.#messages = messages
    this.#sockets = sockets
    this.#pace = pace
    this.#cached = storage.cache(() => ({
      newer: new Map(),
      older: new Map(),
      partners: new Map(),
    }))
  }

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

  inMemory(id: string): Conversation | undefined {
    const { newer, older } = this.#cached()
    return newer.get(id) ?? older.get(id)
  }

  partnersOf(personId: string): string[] {
    const { partners } = this.#cached()
    const known = partners.get(personId) ?? this.#readPartners(personId)
    partners.set(personId, known)
    return [...known]
  }

  /** Without folded ones, the newest message first. Reads a few rows of each conversation. */
  summaries(personId: string): Summary[] {
    const newest = this.#idsOf(personId).flatMap((id) => {
      const last = this.#messages.last(id)
      return last ? [{ id, last }] : []
    })
    newest.sort((one, other) => other.last.at - one.last.at || (one.id < other.id ? -1 : 1))
    return newest
      .slice(0, LIMITS.conversationsListed)
      .flatMap(({ id, last: { sender, text, at } }) => {
        const { isFolded, readThrough } = this.#stateOf(id, personId)
        if (isFolded) return []
        const unread = this.#messages.countUnread(id, personId, readThrough)
        const lastLine = { text, isOwn: sender === personId, at }
        const answered = this.#messages.isAnswered(id)
        return [{ personId: partnerIn(id, personId), unread, answered, lastLine }]
      })
  }

  /** Writes one row, once for a conversation. */
  fold(conversation: Conversation): void {
    if (conversation.isFolded) return
    this.#storage.sql`
      UPDATE conversations SET is_folded = 1 WHERE id = ${toRowKey(conversation.id)}`
    conversation.isFolded = true
  }

  /** Writes one row. */
  noteNotice(conversation: Conversation, personId: string, through: number): void {
    const { id } = conversation
    if (id.startsWith(personId)) {
      this.#storage.sql`
        UPDATE conversations SET noticed_first = ${through} WHERE id = ${toRowKey(id)}`
    } else {
      this.#storage.sql`
        UPDATE conversations SET noticed_second = ${through} WHERE id = ${toRowKey(id)}`
    }
    conversation.noteNotice(personId, through)
  }

  /** Null unless it is among the last 256 messages. */
  findRecent(conversation: Conversation, messageId: string): Message | null {
    const number = conversation.recent.get(messageId)
    if (number === undefined) return null
    return this.#messages.page(conversation.id, number, number + 1)[0] ?? null
  }

  /** Writes one row; for the first message two, which the caller wraps in a transaction. */
  append(conversation: Conversation, draft: Omit<Message, 'number'>): Message {
    const { id } = conversation
    const number = conversation.last + 1
    const createdAt = Math.max(draft.createdAt, conversation.lastCreatedAt, this.#lastCreatedAt)
    const message = { ...draft, number, createdAt }
    if (number === 1) {
      this.#storage.sql`
        INSERT OR IGNORE INTO conversations (id, read_by_first, read_by_second)
        VALUES (${toRowKey(id)}, 0, 0)`
    }
    this.#messages.add(id, message)
    this.#lastCreatedAt = createdAt
    const { partners } = this.#cached()
    if (number === 1) {
      partners.get(draft.from)?.add(draft.to)
      partners.get(draft.to)?.add(draft.from)
    }
    conversation.note({ ...message, sender: draft.from }, draft.createdAt)
    return message
  }

  /** One page, oldest first: the newest before a number, or the oldest after one. */
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

  /** Oldest first. Loads no conversation into the cache. */
  listAfter(one: string, other: string, after: number, limit: number): Message[] {
    return this.#messages.page(toConversationId(one, other), after + 1, after + 1 + limit)
  }

  /** Also how many messages the person's conversations have, those of the partners included. */
  sentSince(personId: string, moment: number): { times: number[]; messages: number } {
    const each = this.#idsOf(personId).map((id) => this.#messages.sentSince(id, personId, moment))
    return {
      times: each.flatMap(({ times }) => times),
      messages: each.reduce((all, { last }) => all + last, 0),
    }
  }

  bytesSent(personId: string): number {
    const each = this.#idsOf(personId).map((id) => this.#messages.bytesSent(id, personId))
    return each.reduce((all, bytes) => all + bytes, 0)
  }

  begunSince(personId: string, moment: number): number[] {
    return this.#idsOf(personId).flatMap((id) => this.#messages.begunSince(id, personId, moment))
  }

  /** For both sides. Returns how many messages were erased. */
  erase(personId: string): number {
    const { newer, older, partners } = this.#cached()
    let erased = 0
    for (const id of this.#idsOf(personId)) {
      erased += this.#messages.erase(id)
      this.#storage.sql`DELETE FROM conversations WHERE id = ${toRowKey(id)}`
      partners.get(partnerIn(id, personId))?.delete(personId)
      newer.delete(id)
      older.delete(id)
    }
    partners.delete(personId)
    return erased
  }

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
    const at = oldest?.createdAt ?? 0
    const conversation = new Conversation(id, this.#pace, { isWhole, at })
    for (const key of newest) conversation.note(key)
    const stored = this.#storedState(id)
    conversation.isFolded = stored.isFolded
    for (const [side, reader] of id.split(':').entries()) {
      conversation.noteNotice(reader, stored.noticed[side] ?? 0)
      const through = this.#readThrough(reader, id, stored)
      const isKnown = isWhole || through >= oldest.number
      const unread = isKnown
        ? newest.filter(({ number, sender }) => number > through && sender !== reader).length
        : this.#messages.countUnread(id, reader, through)
      conversation.noteRead(reader, through, unread)
    }
    return conversation
  }

  /** Loads the conversation only if it was folded: its row does not tell whether it was answered. */
  #stateOf(id: string, reader: string): { isFolded: boolean; readThrough: number } {
    const stored = this.inMemory(id) ? null : this.#storedState(id)
    if (stored && !stored.isFolded)
      return { isFolded: false, readThrough: this.#readThrough(reader, id, stored) }
    const conversation = this.inMemory(id) ?? this.#load(id)
    return {
      isFolded: conversation.isFoldedFor(reader),
      readThrough: conversation.readThrough(reader),
    }
  }

  #readThrough(reader: string, id: string, { first, second }: StoredState): number {
    return Math.max(id.startsWith(reader) ? first : second, this.#pendingPosition(reader, id))
  }

  /** The reader's socket holds a position that is not written yet. */
  #pendingPosition(reader: string, id: string): number {
    const held = this.#sockets
      .of(reader)
      .flatMap((socket) => readAttachment(socket).pendingPositions)
    return Math.max(0, ...held.filter(([conversation]) => conversation === id).map(([, to]) => to))
  }

  #storedState(id: string): StoredState {
    const [row] = this.#storage.sql<Record<'first' | 'second' | 'folded' | 'one' | 'two', number>>`
      SELECT read_by_first AS first, read_by_second AS second, is_folded AS folded,
        noticed_first AS one, noticed_second AS two
      FROM conversations WHERE id = ${toRowKey(id)}`
    return {
      first: row?.first ?? 0,
      second: row?.second ?? 0,
      isFolded: row?.folded === 1,
      noticed: [row?.one ?? 0, row?.two ?? 0],
    }
  }

  #idsOf(personId: string): string[] {
    return this.partnersOf(personId).map((partner) => toConversationId(personId, partner))
  }

  /** A key is found by its first id only, so both tables are read (see `toRowKey`). */
  #readPartners(personId: string): Set<string> {
    const rows = this.#storage.sql<{ key: string }>`
      SELECT id AS key FROM conversations
      WHERE id > ${`${personId}:`} AND id < ${`${personId};`}`
    const ids = [
      ...this.#messages.conversationsOf(personId),
      ...rows.map(({ key }) => toRowKey(key)),
    ]
    return new Set(ids.map((id) => partnerIn(id, personId)))
  }
}
