import { TIMINGS } from '#contract/timings.ts'
import type { Person } from '#worker/room/people/people.ts'
import { changeAttachment, readAttachment } from '#worker/room/sockets/attachment.ts'
import type { Sockets } from '#worker/room/sockets/sockets.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import type { Conversations } from './conversations.ts'
import type { Messages } from './messages.ts'
import { toRowKey } from './messages.ts'

/** In one attachment. With one more, all are written. */
const PENDING_MAX = 20

interface Position {
  conversation: string
  reader: string
  through: number
}

/**
 * A position is written at most every 10 s, with the next commit. Until then the reader's socket
 * holds it: this costs no row and survives hibernation. There are no receipts for partners.
 */
export class ReadPositions {
  readonly #storage: RoomStorage
  readonly #messages: Messages
  readonly #conversations: Conversations
  readonly #sockets: Sockets
  readonly #memory: () => { writtenAt: Map<string, number>; pending: Map<string, Position> }

  constructor(
    storage: RoomStorage,
    messages: Messages,
    conversations: Conversations,
    sockets: Sockets,
  ) {
    this.#storage = storage
    this.#messages = messages
    this.#conversations = conversations
    this.#sockets = sockets
    // After a rollback nothing counts as written; the sockets still hold what is pending.
    this.#memory = storage.cache(() => ({ writtenAt: new Map(), pending: new Map() }))
  }

  read(person: Person, socket: WebSocket, partnerId: string, wanted: number, now: number): void {
    const conversation = this.#conversations.between(person.id, partnerId)
    const through = Math.min(wanted, conversation.last)
    if (through > conversation.readThrough(person.id)) {
      const unread = this.#messages.countUnread(conversation.id, person.id, through)
      this.#move({ conversation: conversation.id, reader: person.id, through }, socket, now)
      // After the write: a position in memory counts as written.
      conversation.noteRead(person.id, through, unread)
    }
    this.#sockets.send(this.#sockets.of(person.id), {
      type: 'read',
      personId: partnerId,
      through: conversation.readThrough(person.id),
      unread: conversation.unread(person.id),
    })
  }

  writePending(now: number): void {
    const { pending, writtenAt } = this.#memory()
    for (const position of pending.values()) this.#write(position, now)
    for (const [key, at] of writtenAt) {
      if (now - at < TIMINGS.positionWrittenEveryMs) return
      writtenAt.delete(key)
    }
  }

  /** The socket holds them until the commit: an attachment is not rolled back. */
  writeHeldBy(socket: WebSocket, now: number): void {
    const { personId, pendingPositions } = readAttachment(socket)
    for (const [conversation, through] of pendingPositions) {
      this.#write({ conversation, reader: personId, through }, now)
      const known = this.#conversations.inMemory(conversation)
      if (!known || known.readThrough(personId) >= through) continue
      const unread = this.#messages.countUnread(conversation, personId, through)
      known.noteRead(personId, through, unread)
    }
  }

  takeFrom(socket: WebSocket, now: number): void {
    if (readAttachment(socket).pendingPositions.length === 0) return
    this.#storage.transact(() => this.writeHeldBy(socket, now))
    changeAttachment(socket, { pendingPositions: [] })
  }

  #move(position: Position, socket: WebSocket, now: number): void {
    const key = keyOf(position)
    const isRecent = now - (this.#memory().writtenAt.get(key) ?? 0) < TIMINGS.positionWrittenEveryMs
    if (!isRecent) return this.#write(position, now)
    this.#memory().pending.set(key, position)
    const others = readAttachment(socket).pendingPositions.filter(
      ([id]) => id !== position.conversation,
    )
    const pendingPositions: [string, number][] = [
      ...others,
      [position.conversation, position.through],
    ]
    changeAttachment(socket, { pendingPositions })
    if (pendingPositions.length > PENDING_MAX) this.takeFrom(socket, now)
  }

  #write(position: Position, now: number): void {
    const { conversation, through } = position
    if (isFirst(position)) {
      this.#storage.sql`
        UPDATE conversations SET read_by_first = ${through}
        WHERE id = ${toRowKey(conversation)} AND read_by_first < ${through}`
    } else {
      this.#storage.sql`
        UPDATE conversations SET read_by_second = ${through}
        WHERE id = ${toRowKey(conversation)} AND read_by_second < ${through}`
    }
    const key = keyOf(position)
    const { pending, writtenAt } = this.#memory()
    writtenAt.set(key, now)
    if ((pending.get(key)?.through ?? 0) <= through) pending.delete(key)
  }
}

function keyOf(position: Position): string {
  return isFirst(position) ? position.conversation : `${position.conversation}:`
}

function isFirst({ conversation, reader }: Position): boolean {
  return conversation.startsWith(reader)
}
