import type * as v from 'valibot'
import type { Message } from '#contract/message.ts'
import type { Refusal, saySchema } from '#contract/protocol.ts'
import { log } from '#worker/log.ts'
import { mayWrite } from '#worker/policy/may-write.ts'
import { isStorageFull } from '#worker/rim/sql.ts'
import type { Conversation } from './conversation.ts'
import type { Stored } from './deliveries.ts'
import { Deliveries } from './deliveries.ts'
import type { RoomParts } from './parts.ts'
import type { RosterPerson } from './roster-person.ts'
import { isOpen } from './sockets.ts'

type Say = v.InferOutput<typeof saySchema>

interface Waiting {
  socket: WebSocket
  senderId: string
  say: Say
}

/**
 * Carries messages between two people: stored, then acknowledged, then delivered. A message that
 * comes alone has a commit for itself; those that come while one is under way share the next. The
 * platform would hold frames back until the write is durable, each by itself; waiting once for all
 * of them cost a fifth less.
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
        const stored = this.#storeWaiting(Date.now())
        // Not a timer, which would cost a lone sender its length: only until this commit is done.
        await this.#parts.committed()
        this.#tell(stored)
      }
    } catch (error) {
      // The platform resets an object whose commit fails; nobody was told that anything is stored.
      log('commit_failed', { error })
    } finally {
      this.#isCommitting = false
    }
  }

  /** Tells one socket that what it asked was not done. `id` names the message, if there was one. */
  refuse(socket: WebSocket, id: string | null, reason: Refusal): void {
    this.#parts.sockets.send([socket], { type: 'refused', id, reason })
  }

  /** The same where it failed here, and says so in the log. */
  fail(socket: WebSocket, id: string | null, error: unknown): void {
    const isFull = isStorageFull(error)
    log(isFull ? 'storage_full' : 'frame_failed', { error })
    const detail = isFull ? { detail: 'storage_full' satisfies Refusal } : {}
    this.#parts.sockets.send([socket], { type: 'refused', id, reason: 'internal', ...detail })
  }

  #tell(stored: readonly Stored[]): void {
    const deliveries = new Deliveries(this.#parts)
    for (const one of stored) {
      try {
        deliveries.add(one)
      } catch (error) {
        log('frame_failed', { error })
        this.#sendBack(one.message)
      }
    }
    deliveries.send()
  }

  /** What is stored and could not be told is read by pages that come back. */
  #sendBack({ from, to }: Message): void {
    const { sockets } = this.#parts
    for (const socket of [from, to].flatMap((id) => sockets.of(id))) sockets.close(socket, 'silent')
  }

  #storeWaiting(now: number): Stored[] {
    const batch = this.#waiting
    this.#waiting = []
    const stored = batch.flatMap((one) => {
      try {
        return this.#store(one, now) ?? []
      } catch (error) {
        this.fail(one.socket, one.say.id, error)
        return []
      }
    })
    this.#writeCursors(now)
    return stored
  }

  /** They go with this commit because it costs nothing; where that fails they stay kept. */
  #writeCursors(now: number): void {
    try {
      this.#parts.chatLog.reads.writeCursors(now)
    } catch (error) {
      log('frame_failed', { error })
    }
  }

  #store({ socket, senderId, say }: Waiting, now: number): Stored | null {
    const { roster, chatLog, sockets, budgets } = this.#parts
    // The visit may have ended, or the socket been closed, while the message waited.
    const sender = isOpen(socket) ? roster.find(senderId) : null
    if (!sender) return null
    const conversation = chatLog.conversation(sender.id, say.to)
    const earlier = chatLog.findRecent(conversation, say.id)
    if (earlier) {
      sockets.send([socket], { type: 'stored', message: earlier })
      return null
    }
    const refusal = this.#refusal(sender, say, conversation, now)
    if (refusal) {
      this.refuse(socket, say.id, refusal)
      return null
    }
    const isFirst = conversation.last === 0
    const message = chatLog.append(conversation, {
      id: say.id,
      from: sender.id,
      to: say.to,
      text: say.text,
      createdAt: now,
    })
    budgets.noteSaid(sender.id, isFirst, now)
    return { socket, conversation, message }
  }

  #refusal(
    sender: RosterPerson,
    { to }: Say,
    conversation: Conversation,
    now: number,
  ): Refusal | null {
    const { roster, presence, budgets } = this.#parts
    const partner = roster.find(to)
    const hasMessages = conversation.last > 0
    const decision = mayWrite({
      self: to === sender.id,
      partnerExists: partner !== null,
      // Where they have messages nobody asks, and it is a look at the partner's sockets.
      partnerOnline: hasMessages || (partner !== null && presence.isOnline(partner, now)),
      hasMessages,
      senderLeaving: sender.leavingEndsAt !== null,
      withinRate: budgets.maySay(sender.id, conversation, now),
    })
    return decision.allowed ? null : decision.refusal
  }
}
