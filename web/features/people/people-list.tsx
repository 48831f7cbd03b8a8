import { Users } from 'lucide'
import { useCallback, useEffect, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { TIMINGS } from '#contract/timings.ts'
import { usePacedRoom, useRoomClient } from '#web/socket/use-room.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { PeopleOrder } from './people-order.ts'
import type { PeopleRowsProps } from './people-rows.tsx'
import { PeopleRows } from './people-rows.tsx'
import { PeopleSections } from './people-sections.tsx'
import { PeopleSkeleton } from './people-skeleton.tsx'
import { searchPeople } from './search-people.ts'
import { findWaiting } from './stable-list.ts'
import { useStableList } from './use-stable-list.ts'
import { WaitingPill } from './waiting-pill.tsx'

/** What fits a question to the room, whatever is typed: a unit has at most three bytes. */
const SEARCH_UNITS = Math.floor(LIMITS.nameText.bytes / 3)

/** Who is in the bar; give it handlers that stay the same. */
export function PeopleList(press: Pick<PeopleRowsProps, 'onChat' | 'onOwnProfile'>) {
  const room = usePacedRoom((state) => state)
  const { total, people, you } = room
  const isLive = room.connection === 'live'
  const connection = useRoomClient()
  const [wanted, setWanted] = useState('')
  const isSearching = wanted.trim() !== ''
  // Not taken away from who is searching, however many leave.
  const hasSearch = total >= LIMITS.searchFromPeople || wanted !== ''
  // Anew when the connection is back: the question or its answer may have gone with the last one.
  useEffect(() => {
    if (isLive && isSearching) connection.searchPeople(wanted)
  }, [connection, wanted, isSearching, isLive])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says that what was searched is drawn
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
      {!list && <PeopleSkeleton />}
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
