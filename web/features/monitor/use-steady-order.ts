import type { RefObject } from 'react'
import { useEffect, useMemo, useState } from 'react'
import type { MonitoredPerson } from '#contract/monitor.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { BoardRoom } from './board.ts'
import { keepPlaces, orderPeople } from './order-bars.ts'

const TOUCH_EVENTS = ['pointerdown', 'pointermove', 'touchmove', 'wheel']

/** A press is of who stood there: while the list is in use, nobody moves. */
export function useSteadyOrder(
  box: RefObject<HTMLElement | null>,
  room: BoardRoom | undefined,
  showsAll: boolean,
): readonly MonitoredPerson[] {
  const fresh = useMemo(() => orderPeople(room, showsAll), [room, showsAll])
  const isTouched = useIsTouched(box)
  const [held, setHeld] = useState({ fresh, showsAll, people: fresh })
  const holds = isTouched && held.showsAll === showsAll
  if (held.fresh !== fresh || (!holds && held.people !== fresh)) {
    setHeld({ fresh, showsAll, people: holds ? keepPlaces(held.people, fresh, room) : fresh })
  }
  return held.people
}

function useIsTouched(box: RefObject<HTMLElement | null>): boolean {
  const [isTouched, setIsTouched] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const touch = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setIsTouched(false), TIMINGS.peopleCalmMs)
      setIsTouched(true)
    }
    const watching = new AbortController()
    const options = { passive: true, signal: watching.signal }
    for (const event of TOUCH_EVENTS) box.current?.addEventListener(event, touch, options)
    return () => {
      clearTimeout(timer)
      watching.abort()
    }
  }, [box])
  return isTouched
}
