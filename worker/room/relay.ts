import type * as v from 'valibot'
import type { Message } from '#contract/message.ts'
import type { Refusal, saySchema } from '#contract/protocol.ts'
import { mayWrite } from '#worker/policy/may-write.ts'
import type { Conversation } from './conversation.ts'
import type { RoomParts } from './parts.ts'
import type { RosterPerson } from './roster.ts'
import { sendTo } from './sockets.ts'

type Say = v.InferOutput<typeof saySchema>

/**
 * Carries messages between two people: stored, then acknowledged, then delivered. The platform
 * holds the frames back until the write is durable, so all three happen in one turn.
 */
export class Relay {
  readonly #parts: RoomParts

  constructor(parts: RoomParts) {
    this.#parts = parts
  }

  say(socket: WebSocket, sender: RosterPerson, say: Say, now: number): void {
    const { roster, chatLog, presence, sockets } = this.#parts
    const conversation = chatLog.conversation(sender.id, say.to)
    const earlier = chatLog.findRecent(conversation, say.id)
    if (earlier) return sendTo([socket], { type: 'stored', message: earlier })

    const partner = roster.find(say.to)
    const decision = mayWrite({
      self: say.to === sender.id,
      partnerExists: partner !== null,
      partnerOnline: partner !== null && presence.isOnline(partner, now),
      hasMessages: conversation.last > 0,
      senderLeaving: sender.leavingEndsAt !== null,
    })
    if (!decision.allowed || !partner) {
      const reason = decision.allowed ? 'person_not_found' : decision.refusal
      return refuse(socket, say.id, reason)
    }

    const { id, to, text } = say
    const message = chatLog.append(conversation, {
      id,
      from: sender.id,
      to,
      text,
      createdAt: now,
      ...(sender.takeover && { otherDevice: true }),
    })
    sendTo([socket], { type: 'stored', message })
    this.#deliver(message, conversation, partner, sockets.of(to))
    const otherSockets = sockets.of(sender.id).filter((other) => other !== socket)
    this.#deliver(message, conversation, sender, otherSockets)
  }

  /** Notes how far a conversation was read; all pages of the reader show the same number. */
  read(reader: RosterPerson, personId: string, through: number): void {
    const { roster, chatLog, sockets } = this.#parts
    if (!roster.find(personId)) {
      return sendTo(sockets.of(reader.id), { type: 'read', personId, through: 0, unread: 0 })
    }
    const conversation = chatLog.conversation(reader.id, personId)
    chatLog.markRead(conversation, reader.id, through)
    sendTo(sockets.of(reader.id), {
      type: 'read',
      personId,
      through: conversation.readThrough(reader.id),
      unread: chatLog.unread(conversation, reader.id, reader.takeover?.since),
    })
  }

  #deliver(
    message: Message,
    conversation: Conversation,
    reader: RosterPerson,
    sockets: WebSocket[],
  ): void {
    if (sockets.length === 0) return
    const unread = this.#parts.chatLog.unread(conversation, reader.id, reader.takeover?.since)
    sendTo(sockets, { type: 'message', message, unread })
  }
}

/** Tells one socket that what it asked was not done. `id` names the message, if there was one. */
export function refuse(socket: WebSocket, id: string | null, reason: Refusal): void {
  sendTo([socket], { type: 'refused', id, reason })
}
