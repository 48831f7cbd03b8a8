import { memo, useEffect, useEffectEvent } from 'react'
import type { PublicPerson } from '#contract/person.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import { NearViewport } from '#web/ui/near-viewport.tsx'
import { PersonRow } from './person-row.tsx'

/** Divisible by every number of columns, so that no row of cards ends early. */
const PER_PART = 12
const CARD_PX = 134
/** The narrowest that a card may be beside others, with the gap to the next. */
const COLUMN_PX = 362
const COLUMNS_MAX = 3

const NO_LINES: RoomState['lastLines'] = new Map()
const isNobodyGone = () => false

export interface PeopleRowsProps {
  label: string
  /** In their order. */
  people: readonly PublicPerson[]
  ownId: string
  unread: ReadonlyMap<string, number>
  /** Of those who are drawn with their conversations. */
  lastLines?: RoomState['lastLines']
  /** Who has left, and is still drawn in their place. */
  isGone?: (personId: string) => boolean
  onChat: (person: PublicPerson) => void
  onOwnProfile: () => void
  /** The end of what is given comes into reach. */
  onNearEnd?: (() => void) | undefined
}

/** The people as cards; a long list is drawn part by part, where it is looked at. */
export function PeopleRows(props: PeopleRowsProps) {
  const { label, people, onNearEnd, lastLines, isGone = isNobodyGone, ...rest } = props
  const parts = Array.from({ length: Math.ceil(people.length / PER_PART) }, (_, part) =>
    people.slice(part * PER_PART, (part + 1) * PER_PART),
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: between <ul> and <li> there is no place for parts
    <div role="list" aria-label={label} className="grid gap-2.5">
      {onNearEnd && people.length === 0 && <Reached held={people} onReached={onNearEnd} />}
      {parts.map((part, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the list, whoever is in it
          key={index}
          {...rest}
          people={part}
          lastLines={lastLines ?? NO_LINES}
          hasConversations={lastLines !== undefined}
          gone={part
            .filter(({ id }) => isGone(id))
            .map(({ id }) => id)
            .join()}
          isFirst={index === 0}
          onNear={index === parts.length - 1 ? onNearEnd : undefined}
        />
      ))}
    </div>
  )
}

interface PartProps extends Omit<PeopleRowsProps, 'label' | 'onNearEnd' | 'isGone'> {
  lastLines: RoomState['lastLines']
  hasConversations: boolean
  /** Ids, one after the other: equal where nobody else has left. */
  gone: string
  isFirst: boolean
  onNear: (() => void) | undefined
}

const Part = memo(function Part({ people, isFirst, onNear, ownId, unread, ...rest }: PartProps) {
  const { lastLines, gone, ...press } = rest
  return (
    <NearViewport
      estimatedPx={Math.ceil(people.length / countColumns()) * CARD_PX}
      initially={isFirst}
    >
      {(isNear) =>
        isNear && (
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-2.5">
            {people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isSelf={person.id === ownId}
                unread={unread.get(person.id) ?? 0}
                lastLine={lastLines.get(person.id)}
                isGone={gone.includes(person.id)}
                {...press}
              />
            ))}
            {onNear && <Reached held={people} onReached={onNear} />}
          </div>
        )
      }
    </NearViewport>
  )
}, holdsTheSame)

/** The slices are new each time; what is in them mostly is not. */
function holdsTheSame({ people, ...one }: PartProps, { people: others, ...other }: PartProps) {
  return (
    people.length === others.length &&
    people.every((person, index) => person === others[index]) &&
    (Object.keys(one) as (keyof typeof one)[]).every((key) => one[key] === other[key])
  )
}

/** Tells again after more has come, because an end that stays in reach does not come into it anew. */
function Reached({ held, onReached }: { held: unknown; onReached: () => void }) {
  const tell = useEffectEvent(onReached)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `held` says that more has come
  useEffect(() => tell(), [held])
  return null
}

function countColumns(): number {
  return Math.min(Math.max(Math.floor(innerWidth / COLUMN_PX), 1), COLUMNS_MAX)
}
