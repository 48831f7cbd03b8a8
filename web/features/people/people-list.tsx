import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { TIMINGS } from '#contract/timings.ts'
import { isUnreachable, othersOnline } from '#web/socket/room-state.ts'
import { usePacedRoom, useRoomClient } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart, usePart } from '#web/ui/lazy-part.ts'
import { PeopleOrder } from './people-order.ts'
import { PeopleSections } from './people-sections.tsx'
import { PeopleSkeleton } from './people-skeleton.tsx'
import type { RowPresses } from './person-parts.tsx'
import { toScroller, useStableList } from './stable-list.ts'

/** From two columns on, in the line of the own card. */
const AT_END = 'w-full max-w-narrow @[47rem]:mt-2.5 @[47rem]:ml-auto @[47rem]:max-w-88'

/** Toasts have the same place. */
const FOOT = { bottom: 'var(--foot)' }

/** Up to so many people the list asks to invite others. */
const FEW = 3

// Preloaded: they must work after the connection is lost.
const loadNotes = () => import('./list-notes.tsx')
const invite = lazyPart(async () => (await loadNotes()).Invite)
const foundPeople = lazyPart(async () => (await loadNotes()).FoundPeople)
const searchField = lazyPart(async () => (await loadNotes()).PeopleSearch)
const waitingPill = lazyPart(async () => (await loadNotes()).WaitingPill)

interface PeopleListProps extends RowPresses {
  onShowQr: () => void
  /** Null while the visit is ending. */
  onLeave: (() => void) | null
}

/** The handlers must be stable. */
export function PeopleList({ onShowQr, onLeave, ...presses }: PeopleListProps) {
  const room = usePacedRoom((state) => state)
  const { people, you } = room
  const isLive = room.connection === 'live'
  const connection = useRoomClient()
  const [wanted, setWanted] = useState('')
  const isSearching = wanted.trim() !== ''
  // Repeated after a reconnection: the request or its answer may be lost.
  useEffect(() => {
    if (isLive && isSearching) connection.people.search(wanted)
  }, [connection, wanted, isSearching, isLive])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says that the result is drawn
  useEffect(() => connection.paced.release(), [connection, wanted])
  const Invite = usePart(invite)
  const FoundPeople = usePart(foundPeople)
  const Search = usePart(searchField)
  const WaitingPill = usePart(waitingPill)
  const search = (text: string) => {
    connection.paced.hold(TIMINGS.listHeldMs)
    setWanted(text)
  }
  const box = useRef<HTMLDivElement>(null)
  const [order] = useState(() => new PeopleOrder())
  const { list, renew, ignoreEarly } = useStableList(order, room)
  // Held as the order is: the field and the invitation move the rows below them.
  const held = list?.madeOf ?? room
  const { total } = held
  const others = othersOnline(held)
  // Stays while in use, even if most people leave.
  const hasSearch = total >= LIMITS.searchFromPeople || wanted !== ''
  const loadMore = useCallback(() => {
    if (isLive) connection.people.loadMore()
  }, [connection, isLive])
  const goToTop = () => {
    renew()
    toScroller()?.scrollTo({ top: 0 })
    box.current?.focus({ preventScroll: true })
  }
  const rows = { ...presses, ownId: you?.id ?? '', unread: room.unread }
  return (
    <div
      ref={box}
      tabIndex={-1}
      inert={onLeave === null}
      onClickCapture={ignoreEarly}
      className={`grid grid-cols-[minmax(0,1fr)] gap-2.5 ${onLeave ? '' : 'opacity-55'}`}
    >
      {list && hasSearch && (
        <div className={`min-h-12 ${AT_END} ${isSearching ? '' : '@[47rem]:-mb-14.5'}`}>
          {Search && <Search onSearch={search} />}
        </div>
      )}
      {!list && <PeopleSkeleton isDown={isUnreachable(room)} isBesideChat={!!presses.openChatId} />}
      {list && !isSearching && (
        <PeopleSections
          {...rows}
          list={list}
          room={room}
          onNearEnd={loadMore}
          nobody={
            (others === 0 || total <= FEW) &&
            (Invite ? (
              <Invite total={total} others={others} onShowQr={onShowQr} />
            ) : (
              <div className="h-96" />
            ))
          }
        />
      )}
      {isSearching && FoundPeople && (
        <FoundPeople
          {...rows}
          people={order.sort(people)}
          wanted={wanted}
          isAnswered={room.next === null || room.searched.has(wanted)}
        />
      )}
      {list && <WayOut onLeave={onLeave} />}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-0 z-10 flex justify-center px-4"
        style={FOOT}
      >
        {list && !isSearching && WaitingPill && onLeave && (
          <WaitingPill list={list} room={room} isUnderToasts={!presses.openChatId} onGo={goToTop} />
        )}
      </div>
    </div>
  )
}

function WayOut({ onLeave }: Pick<PeopleListProps, 'onLeave'>) {
  const detailId = useId()
  return (
    <div className="mt-12 grid justify-items-center text-center">
      <Button
        variant="quiet"
        className="min-h-12!"
        aria-describedby={detailId}
        onClick={() => onLeave?.()}
      >
        {peopleTexts.leave}
      </Button>
      <p id={detailId} className="text-ink-faint text-xs">
        {peopleTexts.leaveDetail}
      </p>
    </div>
  )
}
