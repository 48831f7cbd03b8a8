import type { HelpRank } from '#contract/help.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Conversations } from '#worker/room/chat/conversations.ts'
import type { Person } from './people.ts'
import type { Presence } from './presence.ts'

/**
 * Ranks what reaches the staff. Anybody can make profiles, and everybody in a bar shares one address:
 * a newcomer is ranked below the others, and never refused.
 */
export class Newcomers {
  readonly #presence: Presence
  readonly #conversations: Conversations

  constructor(presence: Presence, conversations: Conversations) {
    this.#presence = presence
    this.#conversations = conversations
  }

  rankOf(person: Person, now: number): HelpRank {
    if (now - person.enteredAt > TIMINGS.newcomerMs) return 'known'
    if (this.#conversations.hasAnswered(person.id)) return 'known'
    return this.#presence.hasJoined(person) ? 'new' : 'unjoined'
  }
}
