import * as v from 'valibot'
import { LIMITS } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import type { Notice, Subscription } from '#contract/notices.ts'
import { subscriptionSchema } from '#contract/notices.ts'
import { toPage } from '#contract/paths.ts'
import { log } from '#worker/log.ts'
import type { Conversation } from './conversation.ts'
import type { Conversations } from './conversations.ts'
import type { Changed } from './effects.ts'
import { refuse } from './effects.ts'
import type { People, Person } from './people.ts'
import type { RateLimits } from './rate-limits.ts'
import type { PlacedSubscription, Refused } from './rpc.ts'
import type { Schema } from './schema.ts'
import type { Sockets } from './sockets.ts'

interface Parts {
  schema: Schema
  people: People
  sockets: Sockets
  conversations: Conversations
  rateLimits: RateLimits
}

const placedSchema = v.object({ ...subscriptionSchema.entries, site: v.string() })

/**
 * Asks for push notices. A subscription is a column of its person's row and ends with it. Who looks
 * at a page gets none; everybody else one for a conversation, until they have opened it.
 */
export class Notices {
  readonly #parts: Parts
  readonly #send: (subscription: PlacedSubscription, notice: Notice) => Promise<boolean>
  #waiting = 0

  /** `send` is true if the subscription is gone. */
  constructor(
    parts: Parts,
    send: (subscription: PlacedSubscription, notice: Notice) => Promise<boolean>,
  ) {
    this.#parts = parts
    this.#send = send
  }

  /** Null ends it. Writes one row, none where nothing changes. */
  subscribe(
    person: Person,
    subscription: PlacedSubscription | null,
  ): Changed<{ ok: true } | Refused> {
    const { people, rateLimits } = this.#parts
    if (!rateLimits.consumeChange(person.id, Date.now())) return refuse('rate_limited')
    const text = subscription && JSON.stringify(subscription)
    if (text !== person.subscription) people.setSubscription(person.id, text)
    return { result: { ok: true }, effects: [] }
  }

  /** Call after the message's commit. Not awaited: nobody waits for a push service. */
  note(conversation: Conversation, message: Message, sender: Person): void {
    const { people, sockets, conversations } = this.#parts
    const reader = people.find(message.to)
    if (!reader || reader.subscription === null || reader.leavingEndsAt !== null) return
    if (sockets.areHidden(reader.id, Date.now()) === false) return
    if (conversation.isFoldedFor(reader.id) || conversation.isNoticed(reader.id)) return
    // More are dropped: a push service that does not answer must not fill the room's memory.
    if (this.#waiting >= LIMITS.noticesWaiting) return
    const subscription = read(reader.subscription)
    if (!subscription) return
    conversations.noteNotice(conversation, reader.id)
    void this.#ask(reader.id, subscription, this.#toNotice(sender))
  }

  async #ask(readerId: string, subscription: PlacedSubscription, notice: Notice): Promise<void> {
    this.#waiting += 1
    try {
      if (await this.#send(subscription, notice)) this.#forget(readerId, subscription)
    } catch (error) {
      log('notice_not_sent', { error })
    } finally {
      this.#waiting -= 1
    }
  }

  /** Unless the person has another one by now. */
  #forget(personId: string, { endpoint }: Subscription): void {
    const { people, schema } = this.#parts
    const kept = schema.isReady ? (people.find(personId)?.subscription ?? null) : null
    if (kept !== null && read(kept)?.endpoint === endpoint) people.setSubscription(personId, null)
  }

  #toNotice({ id, name }: Person): Notice {
    return { name, path: toPage.chat(this.#parts.schema.room.barId, id) }
  }
}

function read(text: string): PlacedSubscription | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), placedSchema), text)
  return parsed.success ? parsed.output : null
}
