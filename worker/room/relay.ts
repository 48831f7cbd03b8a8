import type * as v from 'valibot'
import type { Message } from '#contract/message.ts'
import type { Refusal, saySchema } from '#contract/protocol.ts'
import { log } from '#worker/log.ts'
import { mayWrite } from '#worker/policy/may-write.ts'
import { changeAttachment, readAttachment } from './attachment.ts'
import type { Conversation } from './conversation.ts'
import type { RoomParts } from './parts.ts'
import type { RosterPerson } from './roster.ts'
import { isOpen } from './sockets.ts'
import { firstReadableBy } from './takeover.ts'

type Say = v.InferOutput<typeof saySchema>

interface Waiting {
  socket: WebSocket
  senderId: string
  say: Say
}

/** Cursors that a socket may carry; one more is written at once. */
const UNWRITTEN_MAX = 20

/**
 * Carries messages between two people: stored, then acknowledged, then delivered. The platform
 * holds the frames back until the write is durable, so all three happen in one turn. A message that
 * comes alone has a commit for itself; those that come while one is under way share the next.
 */
export class Relay {
  readonly #parts: RoomParts
  #waiting: Waiting[] = []
  #isCommitting = false

  constructor(parts: RoomParts) {
    this.#parts = parts
  }

  /** Takes a message. One that finds no commit under way is stored before this returns. */
  say(socket: WebSocket, senderId: string, say: Say): void {
    this.#waiting.push({ socket, senderId, say })
    // Not awaited: the next frame of a socket comes only when its last one has been dealt with.
    if (!this.#isCommitting) void this.#commitAll()
  }

  async #commitAll(): Promise<void> {
    this.#isCommitting = true
    try {
      while (this.#waiting.length > 0) {
        this.#relayWaiting(Date.now())
        // Not a timer, which would cost a lone sender its length: only until this commit is done.
        await this.#parts.committed()
      }
    } catch (error) {
      // The platform resets an object whose commit fails; nobody was told that anything is stored.
      log('commit_failed', { error })
    } finally {
      this.#isCommitting = false
    }
  }

  /** Notes how far a conversation was read; all pages of the reader show the same number. */
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
    const isWritten = chatLog.markRead(conversation, reader.id, wanted, now)
    const through = conversation.readThrough(reader.id)
    if (!isWritten) this.#carry(socket, conversation.id, through, now)
    const unread = chatLog.unread(conversation, reader.id, firstReadableBy(reader))
    sockets.send(open, { type: 'read', personId, through, unread })
  }

  /** Tells one socket that what it asked was not done. `id` names the message, if there was one. */
  refuse(socket: WebSocket, id: string | null, reason: Refusal): void {
    this.#parts.sockets.send([socket], { type: 'refused', id, reason })
  }

  #relayWaiting(now: number): void {
    const batch = this.#waiting
    this.#waiting = []
    for (const one of batch) {
      try {
        this.#relay(one, now)
      } catch (error) {
        log('frame_failed', { error })
        this.refuse(one.socket, one.say.id, 'internal')
      }
    }
    this.#parts.chatLog.writeCursors(now)
  }

  #relay({ socket, senderId, say }: Waiting, now: number): void {
    const { roster, chatLog, presence, sockets, budgets } = this.#parts
    // The visit may have ended, or the socket been closed, while the message waited.
    const sender = isOpen(socket) ? roster.find(senderId) : null
    if (!sender) return
    const conversation = chatLog.conversation(sender.id, say.to)
    const earlier = chatLog.findRecent(conversation, say.id)
    if (earlier) return sockets.send([socket], { type: 'stored', message: earlier })

    const partner = roster.find(say.to)
    const hasMessages = conversation.last > 0
    const decision = mayWrite({
      self: say.to === sender.id,
      partnerExists: partner !== null,
      // Where they have messages nobody asks, and it is a look at the partner's sockets.
      partnerOnline: hasMessages || (partner !== null && presence.isOnline(partner, now)),
      hasMessages,
      senderLeaving: sender.leavingEndsAt !== null,
      withinRate: budgets.maySay(sender.id, conversation, now),
    })
    if (!decision.allowed || !partner) {
      const reason = decision.allowed ? 'person_not_found' : decision.refusal
      return this.refuse(socket, say.id, reason)
    }
    budgets.noteSaid(sender.id, conversation.last === 0, now)
    const message = chatLog.append(conversation, {
      id: say.id,
      from: sender.id,
      to: say.to,
      text: say.text,
      createdAt: now,
      ...(sender.takeover && { otherDevice: true }),
    })
    sockets.send([socket], { type: 'stored', message })
    this.#deliver(message, conversation, partner, sockets.of(say.to))
    const otherSockets = sockets.of(sender.id).filter((other) => other !== socket)
    this.#deliver(message, conversation, sender, otherSockets)
  }

  #deliver(
    message: Message,
    conversation: Conversation,
    reader: RosterPerson,
    sockets: WebSocket[],
  ): void {
    if (sockets.length === 0) return
    const unread = this.#parts.chatLog.unread(conversation, reader.id, firstReadableBy(reader))
    this.#parts.sockets.send(sockets, { type: 'message', message, unread })
  }

  /** Has a socket remember a cursor through a sleep, until it is written with a commit. */
  #carry(socket: WebSocket, conversation: string, through: number, now: number): void {
    const others = readAttachment(socket).unwritten.filter(([id]) => id !== conversation)
    if (others.length < UNWRITTEN_MAX) {
      changeAttachment(socket, { unwritten: [...others, [conversation, through]] })
    } else {
      this.#parts.chatLog.writeCursors(now)
      changeAttachment(socket, { unwritten: [] })
    }
  }
}
