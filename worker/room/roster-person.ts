import * as v from 'valibot'
import type { Interest } from '#contract/interest.ts'
import { log } from '#worker/log.ts'
import type { PersonRecord } from '#worker/policy/views.ts'

/** A person and what proves and times their visit. Times are milliseconds since 1970. */
export interface RosterPerson extends PersonRecord {
  /** Hashes of the visit's secrets, one for each tab that went on with it. */
  secretHashes: string[]
  /** The id of the browser's mark. */
  mark: string
  /** Somebody else has entered with the same phone while this person was offline. */
  isAside: boolean
  /** The person has not been told of it yet. */
  phoneUsed: boolean
  enteredAt: number
  expiresAt: number
  /** When the person was last known to be connected, as far as that was written down. */
  lastSeen: number
  /** Without a socket the person counts as online until then. */
  onlineUntil: number
  leavingEndsAt: number | null
  /** When this profile's last photos came, for their limit. */
  photoTimes: number[]
  /** Counts this person's changes; the monitor's hash of a room is made of them. */
  revision: number
}

/** What a profile shows and holds, and its photo's limit: everything that editing changes. */
export type Contents = Omit<PersonRecord, 'id'> & Pick<RosterPerson, 'photoTimes'>

/** Somebody who enters: what they typed, and the id, secret and mark that the room gave them. */
export type NewPerson = PersonRecord &
  Pick<RosterPerson, 'mark' | 'enteredAt' | 'expiresAt'> & { secretHash: string }

const hashesSchema = v.array(v.string())
const timesSchema = v.array(v.number())

/** A row of the table `people`, lists as JSON. */
export type PersonRow = {
  id: string
  name: string
  phone: string | null
  photo: string | null
  interest: Interest
  shows_interest: number
  table_id: string
  secret_hashes: string
  mark: string
  is_aside: number
  phone_used: number
  entered_at: number
  expires_at: number
  last_seen: number
  online_until: number
  leaving_ends_at: number | null
  photo_times: string
  revision: number
}

/** One row that cannot be read must not keep everybody else's from being read. */
export function readPerson(row: PersonRow): RosterPerson | null {
  try {
    return toPerson(row)
  } catch (error) {
    log('person_unreadable', { error })
    return null
  }
}

function toPerson(row: PersonRow): RosterPerson {
  const times = [row.entered_at, row.expires_at, row.last_seen, row.online_until]
  if (![...times, row.leaving_ends_at ?? 0].every(Number.isFinite)) {
    throw new TypeError('a time that is no number')
  }
  const { id, name, phone, photo, interest, mark, revision } = row
  return {
    ...{ id, name, phone, photo, interest, mark, revision },
    showsInterest: row.shows_interest === 1,
    table: row.table_id,
    secretHashes: v.parse(hashesSchema, JSON.parse(row.secret_hashes)),
    isAside: row.is_aside === 1,
    phoneUsed: row.phone_used === 1,
    enteredAt: row.entered_at,
    expiresAt: row.expires_at,
    lastSeen: row.last_seen,
    onlineUntil: row.online_until,
    leavingEndsAt: row.leaving_ends_at,
    photoTimes: v.parse(timesSchema, JSON.parse(row.photo_times)),
  }
}
