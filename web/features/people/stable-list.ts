import type { PublicPerson } from '#contract/person.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import type { PeopleOrder, Sections } from './people-order.ts'

/** The list as it stands on the screen until its order is renewed. */
export interface StableList {
  readonly sections: Sections
  /** What the order was made of. */
  readonly madeOf: RoomState
  /** By the clock of timers. */
  readonly madeAt: number
  /** Whom pages have brought since; they stand at the end. */
  readonly listed: readonly string[]
}

export function renewList(order: PeopleOrder, room: RoomState, now: number): StableList {
  return {
    sections: order.arrange(room, now),
    madeOf: room,
    madeAt: performance.now(),
    listed: room.listed,
  }
}

/** Puts those whom a page has brought at the end: nobody else moves. */
export function extendList(list: StableList, { people, listed }: RoomState): StableList {
  const { conversations, newcomers, online, offline, offlineCount } = list.sections
  const shown = new Set([conversations, newcomers, online, offline].flat().map(({ id }) => id))
  shown.add(list.madeOf.you?.id ?? '')
  const brought = listed.slice(list.listed.length).flatMap((id): PublicPerson | never[] => {
    const person = people.get(id)
    if (!person || shown.has(id)) return []
    shown.add(id)
    return person
  })
  const isOnline = (person: PublicPerson) => person.online
  const sections = {
    ...{ conversations, newcomers },
    online: [...online, ...brought.filter(isOnline)],
    offline: [...offline, ...brought.filter((person) => !isOnline(person))],
    offlineCount,
  }
  return { ...list, sections, listed }
}

/** Whether nobody stands below oneself. */
export function isEmpty({ sections }: StableList): boolean {
  const { conversations, newcomers, online, offline } = sections
  return [conversations, newcomers, online, offline].every((people) => people.length === 0)
}

/** Whether the order may not be what it would be now. */
export function isStale({ madeOf }: StableList, room: RoomState): boolean {
  return (
    room.people !== madeOf.people ||
    room.unread !== madeOf.unread ||
    room.lastLines !== madeOf.lastLines
  )
}

/** What waits for the order to be renewed: who wrote, the last one first, and who came. */
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
