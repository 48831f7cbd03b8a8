import type { RefObject } from 'react'
import {
  startTransition,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { PublicPerson } from '#contract/person.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import type { PeopleOrder, Sections } from './people-order.ts'

/** The order on the screen. It stays until it is renewed. */
export interface StableList {
  readonly sections: Sections
  /** The state that the order was made from. */
  readonly madeOf: RoomState
  /** By `performance.now()`. */
  readonly madeAt: number
  /** Ids that pages of the list have brought. */
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

/** Appends the people of a new page; no other row moves. */
export function extendList(list: StableList, { people, listed }: RoomState): StableList {
  const { conversations, recent, online, offline, offlineCount } = list.sections
  const shown = new Set([conversations, recent, online, offline].flat().map(({ id }) => id))
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

/** True if there is nobody but oneself. */
export function isEmpty({ sections }: StableList): boolean {
  const { conversations, recent, online, offline } = sections
  return [conversations, recent, online, offline].every((people) => people.length === 0)
}

/** True if a new order could differ. */
export function isStale({ madeOf }: StableList, room: RoomState): boolean {
  return (
    room.people !== madeOf.people ||
    room.unread !== madeOf.unread ||
    room.lastLines !== madeOf.lastLines
  )
}

/** The top of the list counts as visible down to this scroll position. */
const TOP_PX = 80

interface ShownList {
  /** Null before the first snapshot. */
  list: StableList | null
  /** A stale order renews itself. */
  isFree: boolean
  renew: () => void
}

/**
 * Rows never move under a finger. The order is renewed when the list opens, and at most every
 * `TIMINGS.listCalmMs` while the list is at its top and untouched for that long.
 */
export function useStableList(
  box: RefObject<HTMLElement | null>,
  order: PeopleOrder,
  room: RoomState,
): ShownList {
  const [list, setList] = useState<StableList | null>(null)
  const [isTouched, readIsTouched] = useIsTouched(box)
  const isAtTop = useIsAtTop()
  // Without other people no row can move.
  const isAlone = list !== null && isEmpty(list)
  const isFree = (isAtTop && !isTouched) || isAlone
  const renew = () => setList(renewList(order, room, Date.now()))
  const renewIfCalm = useEffectEvent(() => {
    if (isAlone || (!readIsTouched() && readIsAtTop())) renew()
  })
  if (room.you && list?.madeOf.snapshots !== room.snapshots) renew()
  else if (list && list.listed !== room.listed) setList(extendList(list, room))

  const isDue = list !== null && isFree && isStale(list, room)
  const madeAt = list?.madeAt ?? 0
  useEffect(() => {
    if (!isDue) return
    const waitMs = Math.max(0, madeAt + TIMINGS.listCalmMs - performance.now())
    const timer = setTimeout(() => renewIfCalm(), waitMs)
    return () => clearTimeout(timer)
  }, [isDue, madeAt])
  return { list, isFree, renew }
}

function useIsAtTop(): boolean {
  return useSyncExternalStore(subscribeToScroll, readIsAtTop, readIsAtTop)
}

/** What the list scrolls in: the page, or its column beside a chat. */
export function toScroller(): Element | null {
  return document.querySelector('[data-scrolls]') ?? document.scrollingElement
}

/** While it is on its way down: `scroll` of an element does not bubble. */
const SCROLLS = { passive: true, capture: true }

function subscribeToScroll(listener: () => void): () => void {
  addEventListener('scroll', listener, SCROLLS)
  return () => removeEventListener('scroll', listener, SCROLLS)
}

function readIsAtTop(): boolean {
  return (toScroller()?.scrollTop ?? 0) < TOP_PX
}

const TOUCH_EVENTS = [
  'pointerdown',
  'pointermove',
  'keydown',
  'focusin',
  'touchmove',
  'wheel',
] as const

/** True while the element is in use. The function knows of a touch before React has drawn it. */
function useIsTouched(
  box: RefObject<HTMLElement | null>,
): [isTouched: boolean, readIsTouched: () => boolean] {
  const [isTouched, setIsTouched] = useState(false)
  const isTouchedNow = useRef(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // A row with keyboard focus must not move.
    const leave = () => {
      if (element.querySelector('[role=listitem] :focus-visible')) return touch()
      isTouchedNow.current = false
      setIsTouched(false)
    }
    const touch = () => {
      clearTimeout(timer)
      timer = setTimeout(leave, TIMINGS.listCalmMs)
      isTouchedNow.current = true
      // In a transition: the press itself is drawn first.
      startTransition(() => setIsTouched(true))
    }
    for (const event of TOUCH_EVENTS) element.addEventListener(event, touch, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const event of TOUCH_EVENTS) element.removeEventListener(event, touch)
    }
  }, [box])
  return [isTouched, () => isTouchedNow.current]
}
