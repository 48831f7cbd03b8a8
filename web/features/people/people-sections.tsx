import { ChevronDown } from 'lucide'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import type { PublicPerson } from '#contract/person.ts'
import { offlineCount, peopleTexts } from '#contract/texts/people.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { PeopleRowsProps } from './people-rows.tsx'
import { PeopleRows } from './people-rows.tsx'
import type { StableList } from './stable-list.ts'

/** More people than that who are offline are folded away. */
const OFFLINE_SHOWN = 5

export interface PeopleSectionsProps extends Omit<PeopleRowsProps, 'people' | 'label'> {
  list: StableList
  room: RoomState
  /** The end of those who are loaded comes into reach. */
  onNearEnd: () => void
}

/** Everybody in the parts of the list; each row shows its person as they are now. */
export function PeopleSections({ list, room, onNearEnd, ...rows }: PeopleSectionsProps) {
  const { sections } = list
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = sections.offlineCount > OFFLINE_SHOWN && !isOpen
  const now = (people: readonly PublicPerson[]) =>
    people.map((person) => room.people.get(person.id) ?? person)
  const end = (isLast: boolean) => ({ onNearEnd: isLast ? onNearEnd : undefined })
  const isGone = (id: string) => !room.people.has(id)
  const self = room.people.get(rows.ownId)
  const hasOffline = sections.offlineCount > 0 || sections.offline.length > 0
  return (
    <>
      {self && (
        <PeopleRows
          {...rows}
          label={peopleTexts.you}
          people={[self]}
          {...end(!hasBelow(sections))}
        />
      )}
      {sections.conversations.length > 0 && (
        <Section title={peopleTexts.conversations}>
          <PeopleRows
            {...rows}
            {...end(sections.newcomers.length + sections.online.length === 0)}
            label={peopleTexts.conversations}
            people={now(sections.conversations)}
            lastLines={room.lastLines}
            isGone={isGone}
          />
        </Section>
      )}
      {sections.newcomers.length > 0 && (
        <Section title={peopleTexts.newcomers}>
          <PeopleRows
            {...rows}
            {...end(sections.online.length === 0)}
            label={peopleTexts.newcomers}
            people={now(sections.newcomers)}
            isGone={isGone}
          />
        </Section>
      )}
      {sections.online.length > 0 && (
        <Section title={peopleTexts.others}>
          <PeopleRows
            {...rows}
            {...end(true)}
            label={peopleTexts.others}
            people={now(sections.online)}
            isGone={isGone}
          />
        </Section>
      )}
      {hasOffline && (
        <Section
          title={offlineCount(Math.max(sections.offlineCount, sections.offline.length))}
          fold={
            sections.offlineCount > OFFLINE_SHOWN
              ? { isOpen, onToggle: () => setIsOpen(!isOpen) }
              : undefined
          }
        >
          {!isFolded && (
            <PeopleRows
              {...rows}
              {...end(true)}
              label={offlineCount(sections.offlineCount)}
              people={now(sections.offline)}
              isGone={isGone}
            />
          )}
        </Section>
      )}
    </>
  )
}

function hasBelow({ conversations, newcomers, online }: StableList['sections']): boolean {
  return conversations.length + newcomers.length + online.length > 0
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
