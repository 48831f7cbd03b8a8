import type { Interest } from '#contract/interest.ts'
import type { MonitoredPerson } from '#contract/monitor.ts'
import type { OwnPerson, PublicPerson } from '#contract/person.ts'
import { maskPhone } from '#contract/phone.ts'

/** A stored person without credentials. */
export interface PersonRecord {
  id: string
  name: string
  /** E.164. Only the person and administrators see it. */
  phone: string | null
  photo: string | null
  interest: Interest
  showsInterest: boolean
  table: string
}

/** The view for other people: exactly these fields. */
export function toPublicPerson(person: PersonRecord, online: boolean, away = false): PublicPerson {
  return {
    id: person.id,
    name: person.name,
    table: person.table,
    photo: person.photo,
    interest: person.showsInterest ? person.interest : null,
    online,
    ...(online && away && { away }),
  }
}

export function toOwnPerson(person: PersonRecord, online: boolean): OwnPerson {
  const { interest, showsInterest, phone } = person
  return { ...toPublicPerson(person, online), interest, showsInterest, phone }
}

/** The board's view. It is the only one with the phone's last digits. */
export function toMonitoredPerson(
  person: PersonRecord & { lastSeen: number; enteredAt: number },
  online: boolean,
): MonitoredPerson {
  const { lastSeen, enteredAt } = person
  const phone = person.phone && maskPhone(person.phone)
  return {
    ...toPublicPerson(person, online),
    phone,
    ...(lastSeen !== enteredAt && { lastSeen }),
    enteredAt,
  }
}

/** The board's view for staff, without the last digits. */
export function withoutPhone(person: MonitoredPerson): MonitoredPerson {
  return { ...person, phone: null }
}
