import ChevronDown from 'lucide:chevron-down'
import type { CSSProperties, ReactNode } from 'react'
import { memo, useEffect, useEffectEvent } from 'react'
import type { PublicPerson } from '#contract/person.ts'
import { peopleTexts, offlineCount as toOfflineTitle } from '#contract/texts/people.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import { isLoaded } from '#web/socket/room-state.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { Icon } from '#web/ui/icon.tsx'
import { NearViewport } from '#web/ui/near-viewport.tsx'
import type { Fold } from '#web/ui/use-fold.ts'
import { useFold } from '#web/ui/use-fold.ts'
import { useIsWide } from '#web/ui/use-is-desk.ts'
import { NewcomersStrip } from './newcomers-strip.tsx'
import type { RowLook, RowPresses } from './person-parts.tsx'
import { KNOWN } from './person-parts.tsx'
import { PersonRow } from './person-row.tsx'
import type { StableList } from './stable-list.ts'

/** A longer offline section starts folded. */
const OFFLINE_SHOWN = 5

export interface PeopleSectionsProps extends Omit<PeopleRowsProps, 'people' | 'label' | 'look'> {
  list: StableList
  room: RoomState
  /** The end of the loaded people comes into reach. */
  onNearEnd: () => void
  /** Drawn if nobody else is online. */
  nobody: ReactNode
}

/** Order from `list`, content of the rows from `room`. On a wide screen conversations stay at the side. */
export function PeopleSections({ list, room, onNearEnd, nobody, ...rows }: PeopleSectionsProps) {
  const { conversations, recent, online, offline, offlineCount } = list.sections
  const isGone = ({ id }: PublicPerson) => room.departed.has(id)
  // Loaded pages without a person mean that they are not listed now.
  const toNow = (person: PublicPerson) =>
    room.people.get(person.id) ?? (isLoaded(room, person) ? { ...person, online: false } : person)
  // Not paced: the row of somebody who is blocked goes with the dialog.
  const endedWith = useRoom((state) => state.endedWith)
  const isHere = ({ id }: PublicPerson) => !endedWith.has(id)
  const hasSome = (people: readonly PublicPerson[]) => people.some(isHere)
  const fold = useFold()
  const self = room.people.get(rows.ownId)
  const offlineTotal = Math.max(offlineCount, offline.length)
  const canFold = offlineCount > OFFLINE_SHOWN
  const last = [online, conversations].find(hasSome)
  const [there, now] = peopleTexts.others
  const hasSide = hasSome(conversations)
  const stays = useIsWide() && !rows.openChatId
  const draw = (label: string, people: readonly PublicPerson[], look?: RowLook) => (
    <PeopleRows
      {...rows}
      label={label}
      people={people.filter(isHere).map(toNow)}
      look={look}
      lastLines={look === 'talk' ? room.lastLines : undefined}
      isGone={isGone}
      onNearEnd={people === last || people === offline ? onNearEnd : undefined}
    />
  )
  return (
    <div className={GRID} style={DENSE}>
      <div style={WHOLE}>{self && draw(peopleTexts.you, [self])}</div>
      {!last && <Reached loaded={list} onReached={onNearEnd} />}
      {hasSome(recent) && (
        <div className={BESIDE} style={hasSide ? undefined : WHOLE}>
          <NewcomersStrip
            people={recent.filter(isHere).map(toNow)}
            isGone={isGone}
            onPerson={rows.onPerson}
          />
        </div>
      )}
      {hasSide && (
        <Section
          title={peopleTexts.conversations}
          className="@[47rem]:row-span-2"
          style={stays ? STAYS : undefined}
        >
          {draw(peopleTexts.conversations, conversations, 'talk')}
        </Section>
      )}
      <div className={`${STACK} content-start gap-3 ${BESIDE}`} style={hasSide ? undefined : WHOLE}>
        {hasSome(online) && (
          <Section
            title={
              <>
                <span>{there}</span>
                <span className={KNOWN}>{now}</span>
              </>
            }
          >
            {draw(there + now, online)}
          </Section>
        )}
        {nobody}
        {offlineTotal > 0 && (
          <Section title={toOfflineTitle(offlineTotal)} fold={canFold ? fold : undefined}>
            {draw(toOfflineTitle(offlineTotal), offline)}
          </Section>
        )}
      </div>
    </div>
  )
}

/** Its column is never wider than itself. */
const STACK = 'grid min-w-0 grid-cols-[minmax(0,1fr)]'
const GRID = `${STACK} gap-x-6 gap-y-3 @[47rem]:grid-cols-[22rem_minmax(0,1fr)]`
/** Dense: conversations start beside newcomers. The last row takes what they are longer by. */
const DENSE = { gridAutoFlow: 'dense', gridTemplateRows: 'auto auto 1fr' }
/** Stays below the app bar and scrolls by itself, while the other people scroll past. */
const STAYS = {
  alignSelf: 'start',
  position: 'sticky',
  top: 'var(--spacing-bar)',
  maxHeight: 'calc(100dvh - var(--spacing-bar) - 1rem)',
  overflowY: 'auto',
  scrollbarWidth: 'thin',
} as const
const BESIDE = '@[47rem]:col-start-2'
const WHOLE = { gridColumn: '1 / -1' }

interface SectionProps {
  title: ReactNode
  className?: string
  style?: CSSProperties | undefined
  fold?: Fold | undefined
  children: ReactNode
}

function Section({ title, fold, className = '', style, children }: SectionProps) {
  return (
    <section className={`${STACK} content-start gap-1.5 pt-1 ${className}`} style={style}>
      <h2 className="font-semibold">
        {fold ? (
          // Its own button: the list's first scripts have no room for the shared one.
          <button
            type="button"
            {...fold.button}
            className="flex min-h-target w-full items-center gap-2 rounded-lg px-1 text-left hover:bg-hover"
          >
            <span>{title}</span>
            <Icon
              of={ChevronDown}
              className={`size-5 shrink-0 transition-transform ${fold.isOpen ? 'rotate-180' : ''}`}
            />
          </button>
        ) : (
          <span className="px-1">{title}</span>
        )}
      </h2>
      <div {...fold?.body}>{fold?.isOpen !== false && children}</div>
    </section>
  )
}

/** Styles, not classes: the stylesheet of every page needs none of them. */
export const FILL = { gridTemplateColumns: 'repeat(auto-fill,minmax(min(100%,22rem),1fr))' }
/** Two columns of rows from here on, one below. An estimate: a part that was drawn keeps its height. */
const TWO_COLUMNS_PX = 756

/**
 * `cardPx` is the height of a card with its gap. The parts are divisible by 2 and 3 columns, so that each
 * ends with a full row.
 */
const LOOKS = {
  row: { cardPx: 104, perPart: 12, box: 'grid gap-2.5', style: FILL },
  talk: { cardPx: 85, perPart: 12, box: 'grid gap-px', style: undefined },
} satisfies Record<RowLook, object>

const NO_LINES: RoomState['lastLines'] = new Map()
const nobodyIsGone = () => false

export interface PeopleRowsProps extends RowPresses {
  label: string
  people: readonly PublicPerson[]
  look?: RowLook | undefined
  ownId: string
  unread: ReadonlyMap<string, number>
  /** Used by the look `talk`. */
  lastLines?: RoomState['lastLines'] | undefined
  /** True for a person who has left and keeps the row until the order is renewed. */
  isGone?: (person: PublicPerson) => boolean
  /** The end of `people` comes near the viewport. */
  onNearEnd?: (() => void) | undefined
}

/** People as cards. Parts far from the viewport are not drawn. */
export function PeopleRows(props: PeopleRowsProps) {
  const { label, people, onNearEnd, isGone = nobodyIsGone, ...rest } = props
  const { perPart } = LOOKS[rest.look ?? 'row']
  const parts = Array.from({ length: Math.ceil(people.length / perPart) }, (_, part) =>
    people.slice(part * perPart, (part + 1) * perPart),
  )
  if (people.length === 0) return onNearEnd && <Reached loaded={people} onReached={onNearEnd} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element may stand between <ul> and <li>
    <div
      role="list"
      aria-label={label}
      className={
        rest.look === 'talk'
          ? 'grid gap-px overflow-clip rounded-xl border border-line bg-line shadow-card'
          : `${STACK} gap-2.5`
      }
    >
      {parts.map((part, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place in the list
          key={index}
          {...rest}
          people={part}
          gone={part
            .filter(isGone)
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
  /** Joined ids, because `memo` compares strings by their value. */
  gone: string
  isFirst: boolean
  onNear: (() => void) | undefined
}

const Part = memo(function Part({ people, isFirst, onNear, ownId, unread, ...rest }: PartProps) {
  const { look = 'row', lastLines = NO_LINES, gone, ...presses } = rest
  const { cardPx, box, style } = LOOKS[look]
  const columns = look === 'row' && innerWidth >= TWO_COLUMNS_PX ? 2 : 1
  return (
    <NearViewport estimatedPx={Math.ceil(people.length / columns) * cardPx} initially={isFirst}>
      {(isNear) =>
        isNear && (
          <div className={`grid-cols-[minmax(0,1fr)] ${box}`} style={style}>
            {people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isSelf={person.id === ownId}
                unread={unread.get(person.id) ?? 0}
                look={look}
                lastLine={lastLines.get(person.id)}
                isGone={gone.includes(person.id)}
                {...presses}
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
