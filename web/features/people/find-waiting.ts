import type { PublicPerson } from '#contract/person.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import type { StableList } from './stable-list.ts'

/** What a renewal would show: who wrote since (newest first), and how many entered. */
export function findWaiting(
  { madeOf }: StableList,
  { people, unread, lastLines, arrivedAt }: RoomState,
): { writers: PublicPerson[]; arrivals: number } {
  const writers = [...lastLines]
    .filter(([id, { isOwn, at }]) => {
      const isNew = at > (madeOf.lastLines.get(id)?.at ?? 0)
      return isNew && !isOwn && (unread.get(id) ?? 0) > 0
    })
    .sort(([, one], [, other]) => other.at - one.at)
    .flatMap(([id]) => people.get(id) ?? [])
  const isNew = (id: string) => !madeOf.people.has(id) && people.get(id)?.online === true
  return { writers, arrivals: [...arrivedAt.keys()].filter(isNew).length }
}
