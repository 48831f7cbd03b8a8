import type { ReactNode } from 'react'
import { memo, useCallback, useRef, useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import type { MonitoredPerson } from '#contract/monitor.ts'
import { inBar, monitorTexts, sinceEntering } from '#contract/texts/monitor.ts'
import { onlineCount } from '#contract/texts/people.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSkeleton } from '#web/ui/cards-skeleton.tsx'
import { NearParts } from '#web/ui/near-parts.tsx'
import { NearViewport } from '#web/ui/near-viewport.tsx'
import type { BoardRoom } from './board.ts'
import { NightLine } from './night-line.tsx'
import { PersonCard } from './person-card.tsx'
import type { Removable } from './remove-dialog.tsx'
import { useSteadyOrder } from './use-steady-order.ts'

/** Above this number a bar takes the full width, so that neighbours keep a similar height. */
const CROWD = 2
/** A bar in which nobody is, on a phone. */
const CLOSED_PX = 155
/** On most screens two cards share a row. */
const CARD_PX = 96 / 2
const WAITING_CARDS = 24
const CROWD_COLUMNS = 'grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))]'

export interface BarDashboardProps {
  bar: AdminBar
  /** The only one: it has the full width. */
  isAlone: boolean
  room: BoardRoom | undefined
  now: number
  /** Tonight's visits until now. */
  readVisits: (bar: AdminBar) => Promise<number>
  showsAll: boolean
  onToggle: (barId: string) => void
  onRemove: (person: Removable) => void
  /** Resolves to the whole phone. */
  onReveal: (barId: string, personId: string) => Promise<string>
  reportsOf: (bar: AdminBar) => ReactNode
  initially: boolean
  /** Tells when the bar is on the screen. */
  observe: (element: Element, barId: string) => () => void
}

export const BarDashboard = memo(function BarDashboard(props: BarDashboardProps) {
  const { bar, isAlone, room, showsAll, initially, observe } = props
  const { id: barId } = bar
  const observeBar = useCallback((element: Element) => observe(element, barId), [observe, barId])
  const online = room?.online ?? 0
  const shown = showsAll ? (room?.total ?? 0) : online
  const isCrowd = isAlone || shown > CROWD
  return (
    <NearViewport
      as="li"
      aria-labelledby={barId}
      estimatedPx={CLOSED_PX + shown * CARD_PX}
      initially={initially}
      observe={observeBar}
      className={`min-w-0 rounded-lg border border-line bg-sunken ${isCrowd ? 'col-span-full' : ''}`}
    >
      {(isNear) => (
        <>
          <div className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 pt-3">
            <h3
              id={barId}
              dir="auto"
              className="line-clamp-3 min-w-0 flex-1 scroll-mt-[calc(var(--spacing-bar)+1rem)] basis-32 font-semibold text-base"
            >
              {bar.name}
            </h3>
            {bar.paused && <Badge>{monitorTexts.paused}</Badge>}
            <Badge tone={online > 0 ? 'online' : 'neutral'}>{onlineCount(online)}</Badge>
          </div>
          <OnceNear isNear={isNear}>{() => props.reportsOf(bar)}</OnceNear>
          {isNear && <People {...props} isCrowd={isCrowd} />}
        </>
      )}
    </NearViewport>
  )
})

/** Stays when it is scrolled away: a new report rings, and nothing moves when one scrolls back. */
function OnceNear({ isNear, children }: { isNear: boolean; children: () => ReactNode }) {
  const [wasNear, setWasNear] = useState(isNear)
  if (isNear && !wasNear) setWasNear(true)
  return wasNear && children()
}

function People(props: BarDashboardProps & { isCrowd: boolean }) {
  const { bar, room, now, readVisits, showsAll, onToggle, onRemove, onReveal, isCrowd } = props
  const box = useRef<HTMLDivElement>(null)
  const people = useSteadyOrder(box, room, showsAll)
  const { id: barId } = bar
  const remove = useCallback(
    ({ id: personId, name }: MonitoredPerson) => onRemove({ barId, personId, name }),
    [barId, onRemove],
  )
  const reveal = useCallback(
    ({ id: personId }: MonitoredPerson) => onReveal(barId, personId),
    [barId, onReveal],
  )
  const shown = (showsAll ? room?.total : room?.online) ?? 0
  const isWaiting = room?.people === null && shown > 0
  const action = showsAll ? monitorTexts.hideOffline : monitorTexts.showAll
  return (
    <>
      <div className="flex items-center gap-3 pr-1.5 pb-1.5 pl-4">
        <p dir="auto" className="min-w-0 flex-1 text-ink-soft text-sm">
          <span className="block truncate">{bar.city}</span>
          {/* Staff see no numbers. */}
          {bar.role !== 'staff' && <NightLine room={room} readVisits={() => readVisits(bar)} />}
        </p>
        <Button
          variant="quiet"
          className="shrink-0 px-2.5! text-sm!"
          aria-label={inBar(action, bar.name)}
          onClick={() => onToggle(bar.id)}
        >
          {action}
        </Button>
      </div>
      <div ref={box} className="px-2 pb-2 sm:px-3 sm:pb-3">
        {isWaiting ? (
          <Waiting cards={shown} isCrowd={isCrowd} />
        ) : people.length > 0 ? (
          <NearParts items={people} rowPx={CARD_PX} className="grid gap-2">
            {(part) => (
              <ul aria-label={bar.name} className={`grid gap-2 ${isCrowd ? CROWD_COLUMNS : ''}`}>
                {part.map((person) => (
                  <PersonCard
                    key={person.id}
                    person={person}
                    since={sinceEntering(now - person.enteredAt)}
                    onRemove={remove}
                    onReveal={reveal}
                  />
                ))}
              </ul>
            )}
          </NearParts>
        ) : (
          <p className="rounded-lg border border-line border-dashed px-3 py-4 text-center text-ink-soft text-sm">
            {showsAll ? monitorTexts.nobody : monitorTexts.nobodyOnline}
          </p>
        )}
      </div>
    </>
  )
}

/** In the place of people who are on their way. */
function Waiting({ cards, isCrowd }: { cards: number; isCrowd: boolean }) {
  const keys = Array.from({ length: Math.min(cards, WAITING_CARDS) }, (_, index) => `card ${index}`)
  return (
    <div aria-hidden="true" className={`grid gap-2 ${isCrowd ? CROWD_COLUMNS : ''}`}>
      {keys.map((key) => (
        <CardSkeleton key={key} height="h-22" />
      ))}
    </div>
  )
}
