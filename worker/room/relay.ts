import type * as v from 'valibot'
import type { Message } from '#contract/message.ts'
import type { Refusal, ServerMessage, saySchema } from '#contract/protocol.ts'
import { mayWrite } from '#worker/policy/may-write.ts'
import type { ChatLog } from './chat-log.ts'
import type { Presence } from './presence.ts'
import type { Roster, RosterPerson } from './roster.ts'
import type { Sockets } from './sockets.ts'
import { sendTo } from './sockets.ts'

type Say = v.InferOutput<typeof saySchema>

/**
 * Carries messages between two people: stored, then acknowledged, then delivered. The platform
 * holds the frames back until the write is durable, so all three happen in one turn.
 */
export class Relay {
  readonly #roster: Roster
  readonly #chatLog: ChatLog
  readonly #presence: Presence
  readonly #sockets: Sockets

  constructor(roster: Roster, chatLog: ChatLog, presence: Presence, sockets: Sockets) {
    this.#roster = roster
    this.#chatLog = chatLog
    this.#presence = presence
    this.#sockets = sockets
  }

  say(socket: WebSocket, sender: RosterPerson, say: Say, now: number): void {
    const conversation = this.#chatLog.conversation(sender.id, say.to)
    const earlier = this.#chatLog.findRecent(conversation, say.id)
    if (earlier) return sendTo([socket], { type: 'stored', message: earlier })

    const partner = this.#roster.find(say.to)
    const decision = mayWrite({
      self: say.to === sender.id,
      partnerExists: partner !== null,
      partnerOnline: partner !== null && this.#presence.isOnline(partner, now),
      hasMessages: conversation.last > 0,
      senderLeaving: sender.leavingEndsAt !== null,
    })
    if (!decision.allowed) return refuse(socket, say.id, decision.refusal)

    const { id, to, text } = say
    const message = this.#chatLog.append(conversation, {
      id,
      from: sender.id,
      to,
      text,
      createdAt: now,
    })
    sendTo([socket], { type: 'stored', message })
    this.#deliver(message, conversation.unread(to), this.#sockets.of(to))
    const otherSockets = this.#sockets.of(sender.id).filter((other) => other !== socket)
    this.#deliver(message, conversation.unread(sender.id), otherSockets)
  }

  /** Notes how far a conversation was read; all pages of the reader show the same number. */
  read(reader: RosterPerson, personId: string, through: number): void {
    const conversation = this.#chatLog.conversation(reader.id, personId)
    this.#chatLog.markRead(conversation, reader.id, through)
    sendTo(this.#sockets.of(reader.id), {
      type: 'read',
      personId,
      through: conversation.readThrough(reader.id),
      unread: conversation.unread(reader.id),
    })
  }

  #deliver(message: Message, unread: number, sockets: WebSocket[]): void {
    const frame: ServerMessage = { type: 'message', message, unread }
    if (sockets.length > 0) sendTo(sockets, frame)
  }
}

/** Tells one socket that what it asked was not done. `id` names the message, if there was one. */
export function refuse(socket: WebSocket, id: string | null, reason: Refusal): void {
  sendTo([socket], { type: 'refused', id, reason })
}
