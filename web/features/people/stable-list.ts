import { useEffect, useEffectEvent, useState } from 'react'
import type { PublicPerson } from '#contract/person.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import { onSeenAgain } from '#web/ui/on-visibility.ts'
import { PressGuard } from '#web/ui/press-guard.ts'
import type { PeopleOrder, Sections } from './people-order.ts'

/** The order on the screen. It stays until it is renewed. */
export interface StableList {
  readonly sections: Sections
  /** The state that the order was made from. */
  readonly madeOf: RoomState
  /** The snapshot that `listed` belongs to. */
  readonly snapshots: number
  /** Ids that pages of the list have brought. */
  readonly listed: readonly string[]
}

export function renewList(order: PeopleOrder, room: RoomState, now: number): StableList {
  return {
    sections: order.arrange(room, now),
    madeOf: room,
    snapshots: room.snapshots,
    listed: room.listed,
  }
}

/** Appends the people of a new page; no other row moves. After a new snapshot the pages begin again. */
export function extendList(list: StableList, room: RoomState): StableList {
  const { people, listed, snapshots } = room
  if (snapshots !== list.snapshots) return { ...list, snapshots, listed }
  const { conversations, recent, online, offline, offlineCount } = list.sections
  const shown = new Set([conversations, online, offline].flat().map(({ id }) => id))
  shown.add(list.madeOf.you?.id ?? '')
  const brought = listed.slice(list.listed.length).flatMap((id): PublicPerson | never[] => {
    const person = people.get(id)
    if (!person || shown.has(id)) return []
    shown.add(id)
    return person
  })
  const isOnline = (person: PublicPerson) => person.online
  const sections = {
    conversations,
    recent,
    online: [...online, ...brought.filter(isOnline)],
    offline: [...offline, ...brought.filter((person) => !isOnline(person))],
    offlineCount,
  }
  return { ...list, sections, listed }
}

/** True if no other person is in the list. */
export function isEmpty({ sections }: StableList): boolean {
  const { conversations, online, offline } = sections
  return [conversations, online, offline].every((people) => people.length === 0)
}

/** True if a new order could differ. */
export function isStale({ madeOf }: StableList, room: RoomState): boolean {
  return (
    room.people !== madeOf.people ||
    room.unread !== madeOf.unread ||
    room.lastLines !== madeOf.lastLines
  )
}

interface ShownList {
  /** Null before the first snapshot. */
  list: StableList | null
  renew: () => void
  /** For presses on the list. */
  ignoreEarly: PressGuard['ignoreEarly']
}

/**
 * Nothing that can be pressed moves by itself. The order is renewed when the list or its tab opens again,
 * and by `renew`; until then rows only change in place. Without other people no row can move.
 */
export function useStableList(order: PeopleOrder, room: RoomState): ShownList {
  const [list, setList] = useState<StableList | null>(null)
  const [guard] = useState(() => new PressGuard())
  const arrange = () => setList(renewList(order, room, Date.now()))
  if (room.you && (!list || (isEmpty(list) && isStale(list, room)))) arrange()
  else if (list && list.listed !== room.listed) setList(extendList(list, room))

  const renew = () => {
    if (!room.you) return
    guard.settle()
    arrange()
  }
  const comeBack = useEffectEvent(renew)
  useEffect(() => onSeenAgain(() => comeBack()), [])
  return { list, renew, ignoreEarly: guard.ignoreEarly }
}

/** The element that scrolls the list: the page, or the column beside a chat. */
export function toScroller(): Element | null {
  return document.querySelector('[data-scrolls]') ?? document.scrollingElement
}
