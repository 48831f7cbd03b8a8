import ArrowUp from 'lucide:arrow-up'
import QrCode from 'lucide:qr-code'
import Users from 'lucide:users'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { PublicPerson } from '#contract/person.ts'
import { arrivedSince, foundCount, layerTexts, wroteSince } from '#contract/texts/layers.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { toastStore } from '#web/ui/toast/show-toast.ts'
import { findWaiting } from './find-waiting.ts'
import type { PeopleRowsProps } from './people-sections.tsx'
import { PeopleRows } from './people-sections.tsx'
import { searchPeople } from './search-people.ts'
import type { StableList } from './stable-list.ts'

interface InviteProps {
  total: number
  /** How many others are online. */
  others: number
  onShowQr: () => void
}

/** Drawn for the first person in the bar, for the only one online, and while there are few. */
export function Invite({ total, others, onShowQr }: InviteProps) {
  const { empty, emptyHint, pausedHint, few, fewHint, showQr } = layerTexts
  const hint = total === 1 ? emptyHint : pausedHint
  return (
    <EmptyState
      title={others > 0 ? few : empty}
      icon={others === 0 && <Icon of={Users} className="size-9" />}
      action={
        <Button className="mt-2" icon={<Icon of={QrCode} />} onClick={onShowQr}>
          {showQr}
        </Button>
      }
    >
      <p className="text-balance">{others > 0 ? fewHint : hint}</p>
    </EmptyState>
  )
}

interface FoundPeopleProps extends Omit<PeopleRowsProps, 'label'> {
  wanted: string
  /** The room has searched for people who are not loaded. */
  isAnswered: boolean
}

/** In place of the sections while one searches. */
export function FoundPeople({ people, wanted, isAnswered, ...rows }: FoundPeopleProps) {
  const found = searchPeople(people, wanted)
  const shown = useHeldPlaces(people, found, isAnswered ? wanted : null)
  const here = new Set(people)
  return (
    <>
      {isAnswered && <FoundCount>{foundCount(found.length)}</FoundCount>}
      {isAnswered && found.length === 0 ? (
        <EmptyState title={layerTexts.searchEmpty} />
      ) : (
        <PeopleRows
          {...rows}
          label={peopleTexts.title}
          people={shown}
          isGone={(person) => !here.has(person)}
        />
      )}
    </>
  )
}

/**
 * Keeps the places of people who were found for `text`: newer ones come last, and who has left stays. Null:
 * the room has not answered yet, and nobody has a place.
 */
function useHeldPlaces(
  people: readonly PublicPerson[],
  found: readonly PublicPerson[],
  text: string | null,
): readonly PublicPerson[] {
  const [held, setHeld] = useState({ text, people: found })
  const endedWith = useRoom((state) => state.endedWith)
  const now = new Map(people.map((person) => [person.id, person]))
  const kept = held.text === text && text !== null ? held.people : []
  const places = new Set(kept.map(({ id }) => id))
  const shown = [...kept, ...found.filter(({ id }) => !places.has(id))]
  const isNew = held.text !== text || (text !== null && held.people.length < shown.length)
  if (isNew) setHeld({ text, people: text === null ? [] : shown })
  return shown.filter(({ id }) => !endedWith.has(id)).map((one) => now.get(one.id) ?? one)
}

const TYPING_PAUSE_MS = 500

/** Told to a screen reader after a pause in the typing. */
function FoundCount({ children }: { children: string }) {
  const [told, setTold] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTold(children), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [children])
  return (
    <p role="status" className="sr-only">
      {told}
    </p>
  )
}

/** A UTF-16 unit has at most 3 bytes in UTF-8, so any text of this length fits a search frame. */
const SEARCH_UNITS = Math.floor(LIMITS.nameText.bytes / 3)

export function PeopleSearch({ onSearch }: { onSearch: (text: string) => void }) {
  return (
    <SearchField
      label={layerTexts.search}
      clearLabel={sharedTexts.clearSearch}
      maxLength={SEARCH_UNITS}
      onSearch={onSearch}
    />
  )
}

interface WaitingPillProps {
  list: StableList
  room: RoomState
  /** Toasts have the same place, and the pill waits until they are gone. */
  isUnderToasts: boolean
  onGo: () => void
}

/** Says what is new while the order stays. */
export function WaitingPill({ list, room, isUnderToasts, onGo }: WaitingPillProps) {
  const isToastShown = useSyncExternalStore(toastStore.subscribe, toastStore.read) !== null
  const { writers, arrivals } = findWaiting(list, room)
  const [writer, ...others] = writers
  if ((!writer && arrivals === 0) || (isUnderToasts && isToastShown)) return null
  const text = writer ? wroteSince(writer.name, others.length) : arrivedSince(arrivals)
  return (
    <Button
      className="pointer-events-auto h-12 max-w-full rounded-full! px-4 text-sm shadow-card"
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
  )
}
