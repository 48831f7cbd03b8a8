import { Users } from 'lucide'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { useRoom, useRoomConnection } from '#web/socket/use-room.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import type { HeldList } from './held-list.ts'
import { PeopleOrder } from './people-order.ts'
import type { PeopleRowsProps } from './people-rows.tsx'
import { PeopleRows } from './people-rows.tsx'
import { PeopleSkeleton } from './people-skeleton.tsx'
import { searchPeople } from './search-people.ts'
import { useIsTouched } from './use-is-touched.ts'

// Not for the first paint: nobody's finger is on its way to a card that is not drawn yet.
const loading = import('./held-list.ts')
loading.catch(() => undefined)

/** Who is in the bar; give it handlers that stay the same. */
export function PeopleList(press: Pick<PeopleRowsProps, 'onChat' | 'onOwnProfile'>) {
  const ownId = useRoom((room) => room.you?.id)
  const people = useRoom((room) => room.people)
  const unread = useRoom((room) => room.unread)
  const total = useRoom((room) => room.total)
  const isLive = useRoom((room) => room.connection === 'live')
  const connection = useRoomConnection()
  const [wanted, setWanted] = useState('')
  const isAsked = useRoom((room) => room.next === null || room.found === wanted)
  // Not taken away from who is searching, however many leave.
  const hasSearch = total >= LIMITS.searchFromPeople || wanted !== ''
  // Anew when the connection is back: the question or its answer may have gone with the last one.
  useEffect(() => {
    if (isLive && wanted.trim() !== '') connection.people.search(wanted)
  }, [connection, wanted, isLive])
  const box = useRef<HTMLDivElement>(null)
  const isTouched = useIsTouched(box)
  const [order] = useState(() => new PeopleOrder())
  const held = useHeldList()
  const shown = useMemo(() => {
    if (!ownId) return []
    const ordered = order.sort(people, ownId, unread)
    const found = hasSearch ? searchPeople(ordered, wanted) : ordered
    const rises = (id: string) => !isTouched && !!unread.get(id)
    return held?.arrange(found, { element: box.current, asked: wanted, ownId, rises }) ?? found
  }, [order, held, people, ownId, unread, hasSearch, wanted, isTouched])
  useLayoutEffect(() => held?.settle(shown, wanted), [held, shown, wanted])
  const loadMore = useCallback(() => {
    if (isLive) connection.people.loadMore()
  }, [connection, isLive])

  return (
    <div ref={box} className={`grid gap-3 ${total === 1 ? 'mx-auto w-full max-w-narrow' : ''}`}>
      {ownId && hasSearch && (
        <SearchField
          label={peopleTexts.search}
          maxLength={LIMITS.nameCharacters}
          onSearch={setWanted}
        />
      )}
      {ownId ? (
        <PeopleRows {...press} people={shown} ownId={ownId} unread={unread} onNearEnd={loadMore} />
      ) : (
        <PeopleSkeleton />
      )}
      {ownId && isAsked && shown.length === 0 && <EmptyState title={peopleTexts.searchEmpty} />}
      {ownId && total === 1 && (
        <EmptyState title={peopleTexts.empty} icon={<Icon of={Users} className="size-9" />}>
          <p>{peopleTexts.emptyHint}</p>
        </EmptyState>
      )}
    </div>
  )
}

function useHeldList(): HeldList | null {
  const [held, setHeld] = useState<HeldList | null>(null)
  useEffect(() => {
    loading.then(
      (module) => setHeld(new module.HeldList()),
      () => undefined,
    )
  }, [])
  return held
}
