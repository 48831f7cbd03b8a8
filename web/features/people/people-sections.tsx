import { ChevronDown } from 'lucide'
import type { ReactNode } from 'react'
import { memo, useEffect, useEffectEvent, useId, useState } from 'react'
import type { PublicPerson } from '#contract/person.ts'
import { offlineCount, peopleTexts } from '#contract/texts/people.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import { Icon } from '#web/ui/icon.tsx'
import { NearViewport } from '#web/ui/near-viewport.tsx'
import { PersonRow } from './person-row.tsx'
import type { StableList } from './stable-list.ts'

/** A longer offline section starts folded. */
const OFFLINE_SHOWN = 5

export interface PeopleSectionsProps extends Omit<PeopleRowsProps, 'people' | 'label'> {
  list: StableList
  room: RoomState
  /** The end of the loaded people comes into reach. */
  onNearEnd: () => void
}

/** Order from `list`, content of the rows from `room`. */
export function PeopleSections({ list, room, onNearEnd, ...rows }: PeopleSectionsProps) {
  const { sections } = list
  const [isOpen, setIsOpen] = useState(false)
  const self = room.people.get(rows.ownId)
  const groups = [
    { label: peopleTexts.you, people: self ? [self] : [], hasHeading: false },
    {
      label: peopleTexts.conversations,
      people: sections.conversations,
      lastLines: room.lastLines,
    },
    { label: peopleTexts.newcomers, people: sections.recent },
    { label: peopleTexts.others, people: sections.online },
  ].filter(({ people }) => people.length > 0)
  const offline = Math.max(sections.offlineCount, sections.offline.length)
  const canFold = sections.offlineCount > OFFLINE_SHOWN
  const current = (people: readonly PublicPerson[]) =>
    people.map((person) => room.people.get(person.id) ?? person)
  const isGone = (id: string) => !room.people.has(id)
  return (
    <>
      {groups.map(({ label, people, lastLines, hasHeading = true }, index) => {
        const drawn = (
          <PeopleRows
            {...rows}
            key={label}
            label={label}
            people={current(people)}
            isGone={isGone}
            {...(lastLines && { lastLines })}
            onNearEnd={index === groups.length - 1 ? onNearEnd : undefined}
          />
        )
        return hasHeading ? (
          <Section key={label} title={label}>
            {drawn}
          </Section>
        ) : (
          drawn
        )
      })}
      {offline > 0 && (
        <Section
          title={offlineCount(offline)}
          fold={canFold ? { isOpen, onToggle: () => setIsOpen(!isOpen) } : undefined}
        >
          {(!canFold || isOpen) && (
            <PeopleRows
              {...rows}
              label={offlineCount(offline)}
              people={current(sections.offline)}
              isGone={isGone}
              onNearEnd={onNearEnd}
            />
          )}
        </Section>
      )}
    </>
  )
}

interface SectionProps {
  title: string
  fold?: { isOpen: boolean; onToggle: () => void } | undefined
  children: ReactNode
}

function Section({ title, fold, children }: SectionProps) {
  const bodyId = useId()
  return (
    <section className="grid gap-2.5 pt-2">
      <h2 className="font-semibold text-ink-soft text-sm">
        {fold ? (
          <button
            type="button"
            aria-expanded={fold.isOpen}
            aria-controls={bodyId}
            onClick={fold.onToggle}
            className="flex min-h-target w-full items-center gap-2 rounded-lg px-1 text-left hover:bg-hover"
          >
            {title}
            <Icon
              of={ChevronDown}
              className={`size-5 shrink-0 transition-transform ${fold.isOpen ? 'rotate-180' : ''}`}
            />
          </button>
        ) : (
          <span className="px-1">{title}</span>
        )}
      </h2>
      <div id={bodyId}>{children}</div>
    </section>
  )
}

/** Divisible by 2 and 3 columns, so that each part ends with a full row. */
const PER_PART = 12
const CARD_PX = 134
/** Narrowest card beside others, with the gap. */
const COLUMN_PX = 362
const COLUMNS_MAX = 3

const NO_LINES: RoomState['lastLines'] = new Map()
const nobodyIsGone = () => false

export interface PeopleRowsProps {
  label: string
  people: readonly PublicPerson[]
  ownId: string
  unread: ReadonlyMap<string, number>
  /** Set: rows show the last line of their conversation. */
  lastLines?: RoomState['lastLines']
  /** True for a person who has left and keeps the row until the order is renewed. */
  isGone?: (personId: string) => boolean
  onChat: (person: PublicPerson) => void
  onOwnProfile: () => void
  /** The end of `people` comes near the viewport. */
  onNearEnd?: (() => void) | undefined
}

/** People as cards. Parts far from the viewport are not drawn. */
export function PeopleRows(props: PeopleRowsProps) {
  const { label, people, onNearEnd, lastLines, isGone = nobodyIsGone, ...rest } = props
  const parts = Array.from({ length: Math.ceil(people.length / PER_PART) }, (_, part) =>
    people.slice(part * PER_PART, (part + 1) * PER_PART),
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element may stand between <ul> and <li>
    <div role="list" aria-label={label} className="grid gap-2.5">
      {onNearEnd && people.length === 0 && <Reached loaded={people} onReached={onNearEnd} />}
      {parts.map((part, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place in the list
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
  /** Joined ids: a string is equal while nobody else leaves. */
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
            {onNear && <Reached loaded={people} onReached={onNear} />}
          </div>
        )
      }
    </NearViewport>
  )
}, holdsTheSame)

/** Slices are new arrays at each draw; their people mostly are the same. */
function holdsTheSame({ people, ...one }: PartProps, { people: others, ...other }: PartProps) {
  return (
    people.length === others.length &&
    people.every((person, index) => person === others[index]) &&
    (Object.keys(one) as (keyof typeof one)[]).every((key) => one[key] === other[key])
  )
}

/** Calls again whenever `loaded` changes: the end may still be in reach. */
function Reached({ loaded, onReached }: { loaded: unknown; onReached: () => void }) {
  const reach = useEffectEvent(onReached)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` says that more has come
  useEffect(() => reach(), [loaded])
  return null
}

function countColumns(): number {
  return Math.min(Math.max(Math.floor(innerWidth / COLUMN_PX), 1), COLUMNS_MAX)
}
