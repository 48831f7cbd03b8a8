import type { Interest } from '#contract/interest.ts'
import type { MonitoredPerson } from '#contract/monitor.ts'
import type { OwnPerson, PublicPerson } from '#contract/person.ts'

/** A person as the room stores them, without what proves their identity. */
export interface PersonRecord {
  id: string
  name: string
  /** E.164. For the person and the administrators, never for another patron. */
  phone: string | null
  /** Path on this origin. */
  photo: string | null
  interest: Interest
  /** Whether anybody but the person gets the interest. */
  showsInterest: boolean
  table: string
}

/** What a patron sees of another: exactly these fields, whatever else the record has. */
export function toPublicPerson(person: PersonRecord, online: boolean): PublicPerson {
  return {
    id: person.id,
    name: person.name,
    table: person.table,
    photo: person.photo,
    interest: person.showsInterest ? person.interest : null,
    online,
  }
}

/** What people see of themselves: the public view and the own phone. */
export function toOwnPerson(person: PersonRecord, online: boolean): OwnPerson {
  const { interest, showsInterest, phone } = person
  return { ...toPublicPerson(person, online), interest, showsInterest, phone }
}

/** What administrators see of a customer: the one view of another person that has the phone. */
export function toMonitoredPerson(
  person: PersonRecord & { lastSeen: number; revision: number },
  online: boolean,
): MonitoredPerson {
  const { phone, lastSeen, revision } = person
  return { ...toPublicPerson(person, online), phone, lastSeen, revision }
}
