import type { History } from '#contract/message.ts'
import type { OwnData } from '#contract/own-data.ts'
import type { OwnPerson } from '#contract/person.ts'
import { toOwnPerson } from '#worker/policy/views.ts'
import type { Refused } from './arrivals.ts'
import type { Departures } from './departures.ts'
import type { Changes } from './edits.ts'
import { edit, refusalOfEdit } from './edits.ts'
import { collectOwnData } from './own-data.ts'
import type { RoomParts } from './parts.ts'
import { tellBack } from './phone-recovery.ts'
import type { RosterPerson } from './roster-person.ts'
import type { Visit } from './visit.ts'

/** What proves a visit. */
export type Credentials = Pick<Visit, 'personId' | 'secretHash'>

const ENDED: Refused = { ok: false, code: 'visit_ended' }

/** What people ask of their own visit. Everything starts from the person whom the secret proves. */
export class OwnVisit {
  readonly #parts: RoomParts
  readonly #departures: Departures

  constructor(parts: RoomParts, departures: Departures) {
    this.#parts = parts
    this.#departures = departures
  }

  /** The person of a visit. One who had stepped aside is back. */
  find(visit: Credentials, now: number): RosterPerson | null {
    const { roster, presence, tables, acts } = this.#parts
    const person = tables.ready ? roster.findByVisit(visit, now) : null
    if (!person?.isAside) return person
    acts.whole(() => {
      roster.setBack(person.id, false)
      tellBack(this.#parts, person, presence.isOnline(person, now))
    })
    return roster.find(person.id)
  }

  /** Changes the own profile. The photo, where there is a new one, is kept already. */
  edit(visit: Credentials, changes: Changes): { ok: true; person: OwnPerson } | Refused {
    const now = Date.now()
    const person = this.find(visit, now)
    if (!person) return ENDED
    const refusal = refusalOfEdit(this.#parts, person, changes, now)
    if (refusal) return { ok: false, code: refusal }
    const edited = edit(this.#parts, person, changes, now)
    return { ok: true, person: toOwnPerson(edited, this.#parts.presence.isOnline(edited, now)) }
  }

  /** Everything kept about the visit's own person. */
  data(visit: Credentials): { ok: true; data: OwnData } | Refused {
    const now = Date.now()
    const person = this.find(visit, now)
    const { barId } = this.#parts.tables
    if (!person || !barId) return ENDED
    return { ok: true, data: collectOwnData(this.#parts, barId, person, now) }
  }

  /** Notes that a person leaves; their visit ends at `endsAt` unless they stay. */
  startLeaving(visit: Credentials): { ok: true; endsAt: number } | Refused {
    const now = Date.now()
    const person = this.find(visit, now)
    if (!person) return ENDED
    const endsAt = this.#departures.start(person, now)
    this.#parts.wakeBy(endsAt, now)
    return { ok: true, endsAt }
  }

  /** Takes the leaving back, if it is not too late. */
  stay(visit: Credentials): { ok: true } | Refused {
    const now = Date.now()
    const person = this.find(visit, now)
    if (!person || (person.leavingEndsAt ?? now + 1) <= now) return ENDED
    if (person.leavingEndsAt !== null && !this.#parts.budgets.takeAct(person.id, now)) {
      return { ok: false, code: 'rate_limited' }
    }
    this.#departures.stay(person, now)
    return { ok: true }
  }

  /** A page of the conversation with a partner in this bar. */
  history(
    visit: Credentials,
    partnerId: string,
    page: { before?: number; after?: number },
  ): { ok: true; history: History } | Refused {
    const { roster, chatLog } = this.#parts
    const person = this.find(visit, Date.now())
    if (!person) return ENDED
    if (partnerId === person.id || !roster.find(partnerId)) {
      return { ok: false, code: 'person_not_found' }
    }
    const conversation = chatLog.conversation(person.id, partnerId)
    return { ok: true, history: chatLog.history(conversation, page) }
  }
}
