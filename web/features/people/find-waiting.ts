import { comparePlaces } from '#contract/people-order.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import type { StableList } from './stable-list.ts'

/** Finds the people who wrote since the order was made (newest first), and counts those who came online. */
export function findWaiting(
  { madeOf, sections }: StableList,
  { you, people, end, unread, lastLines }: RoomState,
): { writers: PublicPerson[]; arrivals: number } {
  const writers = [...lastLines]
    .filter(([id, { isOwn, at }]) => {
      const isNew = at > (madeOf.lastLines.get(id)?.at ?? 0)
      return isNew && !isOwn && (unread.get(id) ?? 0) > 0
    })
    .sort(([, one], [, other]) => other.at - one.at)
    .flatMap(([id]) => people.get(id) ?? [])
  const { conversations, online } = sections
  const shown = new Set([conversations, online].flat().map(({ id }) => id))
  const isNew = (person: PublicPerson) =>
    person.online &&
    person.id !== you?.id &&
    !shown.has(person.id) &&
    // A person whom a search found beyond the loaded pages comes with their own page.
    (!end || comparePlaces(person, end) < 0)
  return { writers, arrivals: [...people.values()].filter(isNew).length }
}
