import { ArrowUp, Users } from 'lucide'
import { useCallback, useEffect, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { PublicPerson } from '#contract/person.ts'
import { arrivedSince, peopleTexts, wroteSince } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { isUnreachable } from '#web/socket/room-state.ts'
import { usePacedRoom, useRoomClient } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PeopleOrder, searchPeople } from './people-order.ts'
import type { PeopleRowsProps } from './people-sections.tsx'
import { PeopleRows, PeopleSections } from './people-sections.tsx'
import { findWaiting, useStableList } from './stable-list.ts'

/** A UTF-16 unit has at most 3 bytes in UTF-8, so any text of this length fits a search frame. */
const SEARCH_UNITS = Math.floor(LIMITS.nameText.bytes / 3)

/** The handlers must be stable. */
export function PeopleList(press: Pick<PeopleRowsProps, 'onChat' | 'onOwnProfile'>) {
  const room = usePacedRoom((state) => state)
  const { total, people, you } = room
  const isLive = room.connection === 'live'
  const connection = useRoomClient()
  const [wanted, setWanted] = useState('')
  const isSearching = wanted.trim() !== ''
  // Stays while in use, even if most people leave.
  const hasSearch = total >= LIMITS.searchFromPeople || wanted !== ''
  // Repeated after a reconnection: the request or its answer may be lost.
  useEffect(() => {
    if (isLive && isSearching) connection.searchPeople(wanted)
  }, [connection, wanted, isSearching, isLive])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says that the result is drawn
  useEffect(() => connection.paced.release(), [connection, wanted])
  const search = (text: string) => {
    connection.paced.hold(TIMINGS.listHeldMs)
    setWanted(text)
  }
  const box = useRef<HTMLDivElement>(null)
  const [order] = useState(() => new PeopleOrder())
  const { list, isFree, renew } = useStableList(box, order, room)
  const loadMore = useCallback(() => {
    if (isLive) connection.loadMorePeople()
  }, [connection, isLive])
  const goToTop = () => {
    renew()
    scrollTo({ top: 0 })
    box.current?.focus({ preventScroll: true })
  }
  const found = isSearching ? searchPeople(order.sort(people), wanted) : null
  const isAnswered = room.next === null || room.found === wanted
  const rows = { ...press, ownId: you?.id ?? '', unread: room.unread }
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${total === 1 ? 'mx-auto w-full max-w-narrow' : ''}`}
    >
      {list && hasSearch && (
        <SearchField label={peopleTexts.search} maxLength={SEARCH_UNITS} onSearch={search} />
      )}
      {!list && <PeopleSkeleton isDown={isUnreachable(room)} />}
      {list && !found && <PeopleSections {...rows} list={list} room={room} onNearEnd={loadMore} />}
      {found && <PeopleRows {...rows} label={peopleTexts.title} people={found} />}
      {isAnswered && found?.length === 0 && <EmptyState title={peopleTexts.searchEmpty} />}
      {total === 1 && (
        <EmptyState title={peopleTexts.empty} icon={<Icon of={Users} className="size-9" />}>
          <p>{peopleTexts.emptyHint}</p>
        </EmptyState>
      )}
      <WaitingPill
        waiting={!list || isFree || found ? null : findWaiting(list, room)}
        onGo={goToTop}
      />
    </div>
  )
}

const CARDS = [...'abcdef']

/** Before the first snapshot. */
function PeopleSkeleton({ isDown }: { isDown: boolean }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-2.5">
      <p role="status" className="col-span-full text-center text-ink-soft">
        {isDown ? sharedTexts.offlineWaits : peopleTexts.loading}
      </p>
      {CARDS.map((card) => (
        <div key={card} className="flex gap-3.5 rounded-xl border border-line bg-raised p-3.5">
          <Skeleton className="size-14 rounded-full!" />
          <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-2 pt-1">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-11 w-28 justify-self-end rounded-lg!" />
          </div>
        </div>
      ))}
    </div>
  )
}

interface WaitingPillProps {
  waiting: { writers: readonly PublicPerson[]; arrivals: number } | null
  onGo: () => void
}

/** Shows what is new while the order stays. At the bottom, where no toast covers it. */
function WaitingPill({ waiting, onGo }: WaitingPillProps) {
  const text = waiting && toText(waiting)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 flex justify-center px-4"
    >
      {text && (
        <Button
          className="pointer-events-auto h-11 max-w-full rounded-full! px-4 text-sm shadow-card"
          onClick={onGo}
        >
          {/* Keyed: in a reused element each new number counts as a layout shift. */}
          <span key={text} className="flex w-60 items-center justify-center gap-2">
            <Icon of={ArrowUp} className="size-4 shrink-0" />
            <span dir="auto" className="truncate">
              {text}
            </span>
          </span>
        </Button>
      )}
    </div>
  )
}

function toText({ writers, arrivals }: NonNullable<WaitingPillProps['waiting']>): string | null {
  const [writer, ...others] = writers
  if (writer) return wroteSince(writer.name, others.length)
  return arrivals > 0 ? arrivedSince(arrivals) : null
}
