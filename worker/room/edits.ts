import type { ErrorCode } from '#contract/errors.ts'
import type { Interest } from '#contract/interest.ts'
import { LIMITS } from '#contract/limits.ts'
import { toPublicPerson } from '#worker/policy/views.ts'
import type { RoomParts } from './parts.ts'
import type { Contents, RosterPerson } from './roster-person.ts'

/** What may be changed of the own profile; what is left out stays. `photo` is a path. */
export interface Changes {
  name?: string | undefined
  phone?: string | null | undefined
  photo?: string | null | undefined
  interest?: Interest | undefined
  showsInterest?: boolean | undefined
  table?: string | undefined
}

const HOUR_MS = 3_600_000

/** Why an edit is not made; null if it may be. */
export function refusalOfEdit(
  parts: RoomParts,
  person: RosterPerson,
  changes: Changes,
  now: number,
): ErrorCode | null {
  if (!parts.budgets.takeAct(person.id, now)) return 'rate_limited'
  return changes.photo && !hasPhotosLeft(person, now) ? 'rate_limited' : null
}

/** Changes the own profile and tells everybody. The new photo, where there is one, is kept already. */
export function edit(
  parts: RoomParts,
  person: RosterPerson,
  changes: Changes,
  now: number,
): RosterPerson {
  const contents = withChanges(person, changes, now)
  parts.roster.setContents(person.id, contents)
  const changed = parts.roster.find(person.id) ?? person
  const shown = toPublicPerson(changed, parts.presence.isOnline(changed, now))
  parts.feed.tell([{ kind: 'changed', person: shown }])
  if (person.photo && person.photo !== contents.photo) parts.erasePhoto(person.photo)
  return changed
}

function withChanges(person: RosterPerson, changes: Changes, now: number): Contents {
  const { photo = person.photo, phone = person.phone } = changes
  return {
    name: changes.name ?? person.name,
    phone,
    photo,
    interest: changes.interest ?? person.interest,
    showsInterest: changes.showsInterest ?? person.showsInterest,
    table: changes.table ?? person.table,
    photoTimes: changes.photo ? [...recentPhotos(person, now), now] : person.photoTimes,
  }
}

/** Whether a profile may have one more photo this hour. */
export function hasPhotosLeft(person: RosterPerson, now: number): boolean {
  return recentPhotos(person, now).length < LIMITS.photosPerHour
}

/** When the photos of the last hour came. */
export function recentPhotos({ photoTimes }: RosterPerson, now: number): number[] {
  return photoTimes.filter((at) => at > now - HOUR_MS)
}
