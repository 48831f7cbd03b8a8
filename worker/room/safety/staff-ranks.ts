import type { HelpRank } from '#contract/help.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Conversations } from '#worker/room/chat/conversations.ts'
import type { People, Person } from '#worker/room/people/people.ts'
import type { Presence } from '#worker/room/people/presence.ts'

/**
 * Ranks what reaches the staff. Anybody can make profiles, and everybody in a bar shares one address:
 * a newcomer is ranked below the others, and never refused.
 */
export class StaffRanks {
  readonly #people: People
  readonly #presence: Presence
  readonly #conversations: Conversations

  constructor(people: People, presence: Presence, conversations: Conversations) {
    this.#people = people
    this.#presence = presence
    this.#conversations = conversations
  }

  /** An answer of another newcomer proves nothing: one person can make both profiles. */
  rankOf(person: Person, now: number): HelpRank {
    const partners = this.#conversations.answeredPartnersOf(person.id)
    const here = [person, ...partners.map((id) => this.#people.find(id))]
    if (here.some((one) => one && now - one.enteredAt > TIMINGS.newcomerMs)) return 'known'
    return this.#presence.hasJoined(person) ? 'new' : 'unjoined'
  }
}
