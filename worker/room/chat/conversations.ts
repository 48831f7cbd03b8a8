import type { BucketSize } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import type { HistoryQuestion, LastLine } from '#contract/protocol.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import type { Pair } from './conversation.ts'
import { Conversation } from './conversation.ts'
import type { MessageRow, Messages } from './messages.ts'

const HALF = 500

export interface Summary {
  personId: string
  unread: number
  answered: boolean
  lastLine: LastLine
}

interface Side {
  person: string
  partner: string
  conversation: number
  readThrough: number
  noticedThrough: number
  isFolded: number
}

interface Cached {
  /** Two generations of at most `HALF`: when the newer one is full, the older one is dropped. */
  newer: Map<string, Conversation>
  older: Map<string, Conversation>
  partners: Map<string, Set<string>>
}

/** The conversations of a room. Each of the two people has a side: a row with what only they see. */
export class Conversations {
  readonly #storage: RoomStorage
  readonly #messages: Messages
  readonly #pace: BucketSize
  readonly #cached: () => Cached
  /** Times never decrease within a wake, even if the clock does. */
  #lastCreatedAt = 0
  /** An erased conversation's number is not used again within a wake. */
  #lastId = 0

  constructor(storage: RoomStorage, messages: Messages, pace: BucketSize) {
    this.#storage = storage
    this.#messages = messages
    this.#pace = pace
    this.#cached = storage.cache(() => ({
      newer: new Map(),
      older: new Map(),
      partners: new Map(),
    }))
  }

  between(one: string, other: string): Conversation {
    const cached = this.#cached()
    const people = toPair(one, other)
    const key = toKey(people)
    const known = cached.newer.get(key)
    if (known) return known
    const conversation = cached.older.get(key) ?? this.#load(people)
    if (cached.newer.size === HALF) {
      cached.older = cached.newer
      cached.newer = new Map()
    }
    cached.newer.set(key, conversation)
    return conversation
  }

  partnersOf(personId: string): string[] {
    const { partners } = this.#cached()
    const known =
      partners.get(personId) ?? new Set(this.#sidesOf(personId).map(({ partner }) => partner))
    partners.set(personId, known)
    return [...known]
  }

  /** The people with whom this one has a conversation in which both have written. */
  answeredPartnersOf(personId: string): string[] {
    const sides = this.#sidesOf(personId)
    return sides
      .filter(({ conversation }) => this.#messages.isAnswered(conversation))
      .map(({ partner }) => partner)
  }

  /** Leaves out folded ones; the newest message comes first. Reads a few rows of each conversation. */
  summaries(personId: string): Summary[] {
    const newest = this.#sidesOf(personId).flatMap((side) => {
      const last = this.#messages.last(side.conversation)
      return last ? [{ ...side, last }] : []
    })
    newest.sort(
      (one, other) => other.last.at - one.last.at || (one.partner < other.partner ? -1 : 1),
    )
    return newest.slice(0, LIMITS.conversationsListed).flatMap((side) => {
      const { conversation, partner, last } = side
      // Its row does not tell whether it was answered.
      if (side.isFolded && this.between(personId, partner).isFoldedFor(personId)) return []
      const unread = this.#messages.countUnread(conversation, personId, side.readThrough)
      const lastLine = { text: last.text, isOwn: last.sender === personId, at: last.at }
      const answered = this.#messages.isAnswered(conversation)
      return [{ personId: partner, unread, answered, lastLine }]
    })
  }

  /** Writes one row, once for a conversation. */
  fold(conversation: Conversation, personId: string): void {
    if (conversation.isFoldedFor(personId)) return
    this.#storage.sql`
      UPDATE sides SET is_folded = 1
      WHERE person = ${personId} AND partner = ${conversation.partnerOf(personId)}`
    conversation.noteFolded(personId)
  }

  /** Writes one row. */
  noteNotice(conversation: Conversation, personId: string, through: number): void {
    this.#storage.sql`
      UPDATE sides SET noticed_through = ${through}
      WHERE person = ${personId} AND partner = ${conversation.partnerOf(personId)}`
    conversation.noteNotice(personId, through)
  }

  /** Writes one row if the position moves on. */
  read(conversation: Conversation, personId: string, through: number): void {
    if (conversation.id === null) return
    this.#storage.sql`
      UPDATE sides SET read_through = ${through}
      WHERE person = ${personId} AND partner = ${conversation.partnerOf(personId)}`
    const unread = this.#messages.countUnread(conversation.id, personId, through)
    // After the write: a position in memory counts as written.
    conversation.noteRead(personId, through, unread)
  }

  /** Returns null unless it is among the last 256 messages. */
  findRecent(conversation: Conversation, messageId: string): Message | null {
    const number = conversation.recent.get(messageId)
    if (number === undefined) return null
    return this.#page(conversation, number, number + 1)[0] ?? null
  }

  /** Writes one row; for the first message three, which the caller wraps in a transaction. */
  append(conversation: Conversation, draft: Omit<Message, 'number'>): Message {
    const number = conversation.last + 1
    const createdAt = Math.max(draft.createdAt, conversation.lastCreatedAt, this.#lastCreatedAt)
    const message = { ...draft, number, createdAt }
    const id = conversation.id ?? this.#begin(conversation.people)
    this.#messages.add(id, message)
    conversation.id = id
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
  history(conversation: Conversation, { before, after }: Omit<HistoryQuestion, 'personId'>) {
    const end = Math.min(before ?? Infinity, conversation.last + 1)
    const start = Math.max(1, after === undefined ? end - LIMITS.historyPage : after + 1)
    const page = this.#page(conversation, start, Math.min(end, start + LIMITS.historyPage))
    if (after === undefined) {
      const messages = withinFrame(page.reverse()).reverse()
      return { messages, hasMore: (messages[0]?.number ?? 1) > 1 }
    }
    const messages = withinFrame(page)
    return { messages, hasMore: (messages.at(-1)?.number ?? end) + 1 < end }
  }

  /** Oldest first. Loads no conversation into the cache. */
  listAfter(one: string, other: string, after: number, limit: number): Message[] {
    const people = toPair(one, other)
    const [side] = this.#sidesBetween(people)
    if (!side) return []
    const rows = this.#messages.page(side.conversation, after + 1, after + 1 + limit)
    return rows.map((row) => toMessage(people, row))
  }

  /** Returns how many messages the person's conversations have, with those of the partners. */
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

  /** Erases both sides. Returns how many messages it erased. */
  erase(personId: string): number {
    const { newer, older, partners } = this.#cached()
    let erased = 0
    for (const { partner, conversation } of this.#sidesOf(personId)) {
      this.#lastId = Math.max(this.#lastId, conversation)
      erased += this.#messages.erase(conversation)
      this.#storage.sql`DELETE FROM sides WHERE person = ${partner} AND partner = ${personId}`
      partners.get(partner)?.delete(personId)
      const key = toKey(toPair(personId, partner))
      newer.delete(key)
      older.delete(key)
    }
    this.#storage.sql`DELETE FROM sides WHERE person = ${personId}`
    partners.delete(personId)
    return erased
  }

  #begin(people: Pair): number {
    const id = Math.max(this.#lastId, this.#messages.lastConversation()) + 1
    this.#lastId = id
    const [one, other] = people
    this.#storage.sql`
      INSERT INTO sides (person, partner, conversation)
      VALUES (${one}, ${other}, ${id}), (${other}, ${one}, ${id})`
    return id
  }

  #page({ people, id }: Conversation, start: number, end: number): Message[] {
    if (id === null) return []
    return this.#messages.page(id, start, end).map((row) => toMessage(people, row))
  }

  #load(people: Pair): Conversation {
    const sides = this.#sidesBetween(people)
    const id = sides[0]?.conversation ?? null
    const newest = id === null ? [] : this.#messages.newestKeys(id)
    const [oldest] = newest
    const isWhole = oldest === undefined || oldest.number === 1
    const at = oldest?.createdAt ?? 0
    const conversation = new Conversation(people, id, this.#pace, { isWhole, at })
    for (const key of newest) conversation.note(key)
    for (const { person, conversation: stored, ...side } of sides) {
      const { readThrough: through } = side
      if (side.isFolded) conversation.noteFolded(person)
      conversation.noteNotice(person, side.noticedThrough)
      const isKnown = isWhole || through >= oldest.number
      const unread = isKnown
        ? newest.filter(({ number, sender }) => number > through && sender !== person).length
        : this.#messages.countUnread(stored, person, through)
      conversation.noteRead(person, through, unread)
    }
    return conversation
  }

  #sidesOf(personId: string): Side[] {
    return this.#storage.sql<Side & Record<string, SqlStorageValue>>`
      SELECT person, partner, conversation, read_through AS readThrough,
        noticed_through AS noticedThrough, is_folded AS isFolded
      FROM sides WHERE person = ${personId}`
  }

  #sidesBetween([one, other]: Pair): Side[] {
    return this.#storage.sql<Side & Record<string, SqlStorageValue>>`
      SELECT person, partner, conversation, read_through AS readThrough,
        noticed_through AS noticedThrough, is_folded AS isFolded
      FROM sides WHERE (person = ${one} AND partner = ${other})
        OR (person = ${other} AND partner = ${one})`
  }

  #idsOf(personId: string): number[] {
    return this.#sidesOf(personId).map(({ conversation }) => conversation)
  }
}

/** The first messages that share a frame. One always fits. */
function withinFrame(messages: Message[]): Message[] {
  let left = LIMITS.historyCharacters
  const end = messages.findIndex((message, at) => {
    left -= JSON.stringify(message).length
    return left < 0 && at > 0
  })
  return end < 0 ? messages : messages.slice(0, end)
}

/** Sorts the two, so that both people get the same pair. */
function toPair(one: string, other: string): Pair {
  return one < other ? [one, other] : [other, one]
}

const toKey = ([one, other]: Pair): string => `${one}:${other}`

function toMessage([one, other]: Pair, { sender, ...row }: MessageRow): Message {
  return { ...row, from: sender, to: sender === one ? other : one }
}
