import { useCallback, useMemo } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { inBar, monitorTexts, sinceEntering } from '#contract/texts/monitor.ts'
import type { BoardRoom } from '#web/features/monitor/board.ts'
import { NightLine } from '#web/features/monitor/overview/night-line.tsx'
import { PlaceLine } from '#web/features/monitor/place-line.tsx'
import { useViewChoices } from '#web/features/monitor/use-view-choices.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSkeleton } from '#web/ui/cards-skeleton.tsx'
import { useHeldOrder } from '#web/ui/held-order.ts'
import { NearParts } from '#web/ui/near-parts.tsx'
import type { ShownPerson } from './order-people.ts'
import { orderPeople } from './order-people.ts'
import { PeopleOrderChoice } from './people-order-choice.tsx'
import { PersonCard } from './person-card.tsx'
import type { Removable } from './remove-dialog.tsx'
import { removedHere } from './remove-dialog.tsx'

/** On most screens two cards share a row. */
export const CARD_PX = 96 / 2
const WAITING_CARDS = 24
const COLUMNS = 'grid gap-2 grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))]'

export interface BarPeopleProps {
  bar: AdminBar
  room: BoardRoom | undefined
  now: number
  /** Tonight's visits until now. */
  readVisits: (bar: AdminBar) => Promise<number>
  showsAll: boolean
  onToggle: (barId: string) => void
  onRemove: (person: Removable) => void
  /** Resolves to the whole phone. */
  onReveal: (barId: string, personId: string) => Promise<string>
  /** The only bar of the board. Otherwise one choice of the order stands above all bars. */
  isAlone?: boolean
  /** The row above has the city already. */
  isInOverview?: boolean
}

/** The people of a bar, with the spec's toggle and messages. */
export function BarPeople(props: BarPeopleProps) {
  const { bar, room, now, readVisits, showsAll } = props
  const { isAlone = false, isInOverview = false, onToggle, onRemove, onReveal } = props
  const people = useHeldPeople(bar.id, room, showsAll)
  const { id: barId } = bar
  const remove = useCallback(
    ({ id: personId, name, photo, table }: ShownPerson) =>
      onRemove({ barId, personId, name, seen: { photo, table } }),
    [barId, onRemove],
  )
  const reveal = useCallback(
    ({ id: personId }: ShownPerson) => onReveal(barId, personId),
    [barId, onReveal],
  )
  const shown = (showsAll ? room?.total : room?.online) ?? 0
  const isWaiting = !room?.people && shown > 0
  const hasOrder = isAlone || isInOverview
  const action = showsAll ? monitorTexts.hideOffline : monitorTexts.showAll
  return (
    <>
      <div
        className={`flex flex-wrap items-center pr-1.5 pb-1.5 pl-4 text-ink-soft text-sm ${isInOverview ? 'pt-1.5' : ''}`}
      >
        <div className={`flex flex-wrap gap-x-3 pr-2.5 ${hasOrder ? 'w-full' : 'min-w-0 flex-1'}`}>
          {!isInOverview && (
            <PlaceLine className="min-w-0 flex-1 basis-34" city={bar.city} room={room} />
          )}
          {/* Staff see no numbers. */}
          {bar.role !== 'staff' && <NightLine room={room} readVisits={() => readVisits(bar)} />}
        </div>
        {hasOrder && <PeopleOrderChoice />}
        <Button
          variant="quiet"
          className="ml-auto px-2.5! text-sm!"
          aria-label={inBar(action, bar.name)}
          onClick={() => onToggle(bar.id)}
        >
          {action}
        </Button>
      </div>
      <div className="px-2 pb-2 sm:px-3 sm:pb-3">
        {isWaiting ? (
          <Waiting cards={shown} />
        ) : people.length > 0 ? (
          <NearParts items={people} rowPx={CARD_PX} className="grid gap-2">
            {(part) => (
              <ul aria-label={bar.name} className={COLUMNS}>
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

function useHeldPeople(barId: string, room: BoardRoom | undefined, showsAll: boolean) {
  const { peopleOrder } = useViewChoices()
  const fresh = useMemo(
    () => orderPeople(room, showsAll, peopleOrder),
    [room, showsAll, peopleOrder],
  )
  return useHeldOrder(fresh, {
    list: `people:${barId}`,
    view: `${showsAll} ${peopleOrder}`,
    idOf: ({ id }) => id,
    toGone: (person) => {
      const known = room?.people?.get(person.id)
      if (known) return known
      return removedHere.has(person.id) ? null : { ...person, online: false, isGone: true as const }
    },
  })
}

/** In the place of people who are on their way. */
function Waiting({ cards }: { cards: number }) {
  const keys = Array.from({ length: Math.min(cards, WAITING_CARDS) }, (_, index) => `card ${index}`)
  return (
    <div aria-hidden="true" className={COLUMNS}>
      {keys.map((key) => (
        <CardSkeleton key={key} height="h-22" />
      ))}
    </div>
  )
}
