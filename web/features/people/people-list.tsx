import { Search, Users } from 'lucide'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { PublicPerson } from '#contract/person.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { useRoom, useRoomConnection } from '#web/socket/use-room.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { orderPeople, searchPeople } from './order-people.ts'
import { PeopleSkeleton } from './people-skeleton.tsx'
import { PersonRow } from './person-row.tsx'

export interface PeopleListProps {
  onChat: (person: PublicPerson) => void
  onOwnProfile: () => void
}

export function PeopleList({ onChat, onOwnProfile }: PeopleListProps) {
  const ownId = useRoom((room) => room.you?.id)
  const people = useRoom((room) => room.people)
  const unread = useRoom((room) => room.unread)
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const total = useRoom((room) => room.total)
  const hasMore = useRoom((room) => room.next !== null)
  const connection = useRoomConnection()
  const hasSearch = total >= LIMITS.searchFromPeople
  useEffect(() => {
    if (wanted.trim() !== '') connection.search(wanted)
  }, [connection, wanted])
  const ordered = useMemo(
    () => (ownId ? orderPeople(people.values(), ownId, unread) : []),
    [people, ownId, unread],
  )
  const shown = useMemo(
    () => (hasSearch ? searchPeople(ordered, wanted) : ordered),
    [ordered, wanted, hasSearch],
  )
  if (!ownId) return <PeopleSkeleton />

  return (
    <div className="grid gap-2">
      {hasSearch && (
        <TextField
          type="search"
          label={peopleTexts.search}
          labelHidden
          placeholder={peopleTexts.search}
          prefix={<Icon of={Search} className="size-5" />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          enterKeyHint="search"
        />
      )}
      <ul aria-label={peopleTexts.title}>
        {shown.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isSelf={person.id === ownId}
            unread={unread.get(person.id) ?? 0}
            hasConversation={unread.has(person.id)}
            onChat={onChat}
            onOwnProfile={onOwnProfile}
          />
        ))}
      </ul>
      {hasMore && <NextPage onNear={() => connection.loadMore()} held={people.size} />}
      {shown.length === 0 && <EmptyState title={peopleTexts.searchEmpty} />}
      {total === 1 && (
        <EmptyState title={peopleTexts.empty} icon={<Icon of={Users} className="size-9" />} />
      )}
    </div>
  )
}

/** Asks for more before the end of the list comes into sight. */
function NextPage({ onNear, held }: { onNear: () => void; held: number }) {
  const end = useRef<HTMLDivElement>(null)
  const tellNear = useEffectEvent(onNear)
  // Watched anew after each page: an end that stays in sight does not come into it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `held` says that a page has come
  useEffect(() => {
    const watching = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && tellNear(),
      { rootMargin: '1200px' },
    )
    if (end.current) watching.observe(end.current)
    return () => watching.disconnect()
  }, [held])
  return <div ref={end} aria-hidden="true" />
}
