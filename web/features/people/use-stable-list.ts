import type { RefObject } from 'react'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { TIMINGS } from '#contract/timings.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import type { PeopleOrder } from './people-order.ts'
import type { StableList } from './stable-list.ts'
import { extendList, isEmpty, isStale, renewList } from './stable-list.ts'
import { useIsTouched } from './use-is-touched.ts'

/** Of the page, from where its beginning is as good as seen. */
const TOP_PX = 80

export interface ShownList {
  /** Null until the first snapshot has come. */
  list: StableList | null
  /** The order is about to be renewed by itself, if it is stale. */
  isFree: boolean
  renew: () => void
}

/**
 * Nothing moves under a finger: the order is renewed when the list is opened, and while it is at its
 * top and was not touched for a moment, at most that often.
 */
export function useStableList(
  box: RefObject<HTMLElement | null>,
  order: PeopleOrder,
  room: RoomState,
): ShownList {
  const [list, setList] = useState<StableList | null>(null)
  const [isTouched, readIsTouched] = useIsTouched(box)
  const isAtTop = useIsAtTop()
  // Below oneself alone nothing can move.
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

function subscribeToScroll(tell: () => void): () => void {
  addEventListener('scroll', tell, { passive: true })
  return () => removeEventListener('scroll', tell)
}

function readIsAtTop(): boolean {
  return scrollY < TOP_PX
}
