import * as v from 'valibot'
import type { Interest } from '#contract/interest.ts'
import { log } from '#worker/log.ts'
import type { PersonRecord } from '#worker/policy/views.ts'
import type { Takeover } from './takeover.ts'
import { readTakeover } from './takeover.ts'

/** A person and what proves and times their visit. Times are milliseconds since 1970. */
export interface RosterPerson extends PersonRecord {
  /** Hashes of the secrets of whoever made the profile: one for each tab that went on with it. */
  ownerHashes: string[]
  /** Somebody who recovered the profile by phone alone; null as long as nobody did. */
  takeover: Takeover | null
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

/** Somebody who wants to come in, as the Worker has checked them. */
export interface Entry extends PersonRecord {
  secretHash: string
  /** Of what the browser repeats where the answer did not reach it; null where it gave nothing. */
  attemptHash: string | null
  expiresAt: number
}

const hashesSchema = v.array(v.string())
const timesSchema = v.array(v.number())

/** A row of the view `guests`, lists and the takeover as JSON. */
export type PersonRow = {
  id: string
  name: string
  phone: string | null
  photo: string | null
  interest: Interest
  showsInterest: number
  table: string
  ownerHashes: string
  takeover: string | null
  enteredAt: number
  expiresAt: number
  lastSeen: number
  onlineUntil: number
  leavingEndsAt: number | null
  photoTimes: string
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
  const { enteredAt, expiresAt, lastSeen, onlineUntil, leavingEndsAt } = row
  const times = [enteredAt, expiresAt, lastSeen, onlineUntil, leavingEndsAt ?? 0]
  if (!times.every(Number.isFinite)) throw new TypeError('a time that is no number')
  return {
    ...row,
    showsInterest: row.showsInterest === 1,
    ownerHashes: v.parse(hashesSchema, JSON.parse(row.ownerHashes)),
    takeover: readTakeover(row.takeover),
    photoTimes: v.parse(timesSchema, JSON.parse(row.photoTimes)),
  }
}
