import { toPublicPerson } from '#worker/policy/views.ts'
import type { News } from './feed.ts'
import type { RoomParts } from './parts.ts'
import type { RosterPerson } from './roster-person.ts'

/**
 * Looks for an offline person with this phone, and has them step aside. Returns what is to be told of
 * it: nothing where there is none. The try is counted before the look-up, so that the limit tells
 * nothing about the phone.
 */
export function stepAside(
  { tries, roster, presence, reporter, wakeBy }: RoomParts,
  phone: string,
  network: string,
  now: number,
): News[] {
  if (!tries.consume(network, now)) return []
  wakeBy(tries.nextDue() ?? now, now)
  const person = roster
    .listByPhone(phone)
    .find(
      (one) =>
        !one.isAside &&
        one.expiresAt > now &&
        one.leavingEndsAt === null &&
        !presence.isOnline(one, now),
    )
  if (!person) return []
  roster.setAside(person.id)
  reporter.readAnew()
  return [{ kind: 'aside', personId: person.id }]
}

/** Shows a person again who had stepped aside: their own browser has given a sign of life. */
export function tellBack(
  { feed, reporter }: RoomParts,
  person: RosterPerson,
  online: boolean,
): void {
  reporter.readAnew()
  feed.tell([{ kind: 'back', person: toPublicPerson(person, online) }])
}

/** A person as `viewer` may see them: one who has stepped aside only by their partners. */
export function seenBy(
  { directory, roster, chatLog }: RoomParts,
  personId: string,
  viewer: string,
) {
  const listed = directory.find(personId)
  if (listed) return listed
  const person = roster.find(personId)
  const isPartner = person?.isAside && chatLog.conversation(viewer, personId).last > 0
  return isPartner ? toPublicPerson(person, false) : null
}
