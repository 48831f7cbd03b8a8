import { changeAttachment, readAttachment } from './attachment.ts'
import type { RoomParts } from './parts.ts'
import type { RosterPerson } from './roster-person.ts'

/** Cursors that a socket may carry; one more is written at once. */
const UNWRITTEN_MAX = 20

/** Notes how far people read, and shows it on all their pages. */
export class Reading {
  readonly #parts: Pick<RoomParts, 'roster' | 'chatLog' | 'sockets'>

  constructor(parts: Pick<RoomParts, 'roster' | 'chatLog' | 'sockets'>) {
    this.#parts = parts
  }

  /** The conversation with `personId` was seen up to a message; all pages show the same number. */
  read(
    socket: WebSocket,
    reader: RosterPerson,
    personId: string,
    wanted: number,
    now: number,
  ): void {
    const { roster, chatLog, sockets } = this.#parts
    const open = sockets.of(reader.id)
    if (!roster.find(personId)) {
      return sockets.send(open, { type: 'read', personId, through: 0, unread: 0 })
    }
    const conversation = chatLog.conversation(reader.id, personId)
    const isWritten = chatLog.reads.mark(conversation, reader.id, wanted, now)
    const through = conversation.readThrough(reader.id)
    if (!isWritten) this.#carry(socket, conversation.id, through, now)
    const unread = conversation.unread(reader.id)
    sockets.send(open, { type: 'read', personId, through, unread })
  }

  /** Has a socket remember a cursor through a sleep, until it is written with a commit. */
  #carry(socket: WebSocket, conversation: string, through: number, now: number): void {
    const others = readAttachment(socket).unwritten.filter(([id]) => id !== conversation)
    changeAttachment(socket, { unwritten: [...others, [conversation, through]] })
    if (others.length >= UNWRITTEN_MAX) writeCarried(this.#parts, socket, now)
  }
}

/** Writes the cursors that a socket carries: after a sleep nothing else knows of them. */
export function writeCarried(
  { chatLog, roster }: Pick<RoomParts, 'chatLog' | 'roster'>,
  socket: WebSocket,
  now: number,
): void {
  const { personId, secretHash, unwritten } = readAttachment(socket)
  if (unwritten.length === 0) return
  if (roster.findByVisit({ personId, secretHash }, now)) {
    for (const [conversation, through] of unwritten) {
      chatLog.reads.writeCursor(conversation, personId, through, now)
    }
  }
  changeAttachment(socket, { unwritten: [] })
}
