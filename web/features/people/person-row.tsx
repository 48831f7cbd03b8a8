import EllipsisVertical from 'lucide:ellipsis-vertical'
import { memo } from 'react'
import {
  chatWith,
  lastLineOf,
  optionsFor,
  peopleTexts,
  seeConversationWith,
  unreadLabel,
} from '#contract/texts/people.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatAt } from '#web/ui/format-at.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LOW, OwnRow } from './own-row.tsx'
import type { PersonRowProps, RowLook } from './person-parts.tsx'
import { Details, Face, isAway, Name, Table, WORDS } from './person-parts.tsx'

/** The one menu of all rows (web/pages/bar/row-menu.tsx). */
export const ROW_MENU = 'row-menu'

const CARD = 'rounded-xl border shadow-card'
const LOOKS = {
  row: `${CARD} flex flex-wrap items-center gap-3 p-2.5`,
  talk: 'flex flex-wrap items-center gap-3 border-l-4 p-2',
  tile: `${CARD} flex flex-col items-center gap-1 p-2.5 text-center`,
}
/** On a phone a third one looks in from the side. */
const TILE = { flex: '1 0 9.25rem', maxWidth: '12rem' }

/** Memoised: a full bar has thousands of rows. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, unread, look, isGone, openChatId } = props
  if (props.isSelf) return <OwnRow {...props} />
  const isOpen = person.id === openChatId
  const Look = look === 'tile' ? Tile : Row
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list consists of parts, see people-sections.tsx
    <div
      role="listitem"
      data-person={person.id}
      aria-current={isOpen || undefined}
      style={look === 'tile' ? TILE : undefined}
      className={`relative transition-colors hover:bg-hover ${LOOKS[look]} ${isOpen ? 'border-edge bg-hover' : `bg-raised ${toEdge(look, unread > 0)}`}`}
    >
      <Look {...props} />
      {!isGone && (
        <button
          type="button"
          popoverTarget={ROW_MENU}
          aria-label={optionsFor(person.name)}
          title={optionsFor(person.name)}
          className="absolute top-0 right-0 grid size-target place-items-center rounded-xl text-ink-faint"
        >
          <Icon
            of={EllipsisVertical}
            className={`mb-1 size-5 ${look === 'tile' ? 'rounded-full bg-raised' : ''}`}
          />
        </button>
      )}
      {look !== 'talk' && unread > 0 && (
        // On the edge, so that the row keeps its height.
        <span className="absolute -top-2.5 right-3 flex">
          <Unread count={unread} name={person.name} />
        </span>
      )}
    </div>
  )
})

function toEdge(look: RowLook, isUnread: boolean): string {
  if (look === 'talk') return isUnread ? 'border-l-online' : 'border-transparent'
  return isUnread ? 'border-online' : 'border-line'
}

/** The name has its line for itself and the table: the button stands beside quiet words. */
function Row(props: PersonRowProps) {
  const isTalk = props.look === 'talk'
  return (
    <>
      <Face {...props} />
      <div className="min-w-0 flex-1 basis-24">
        <div className="flex flex-wrap items-baseline gap-x-2 pr-8">
          <Name {...props} />
          <Table {...props} className="max-w-20 text-ink-soft text-sm" />
        </div>
        {isTalk && <LastLineOf {...props} />}
        <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
          <Details {...props} />
          {isTalk && isAway(props) && <p className={`flex-1 ${WORDS}`}>{peopleTexts.away}</p>}
          <Actions {...props} />
        </div>
      </div>
    </>
  )
}

function Tile(props: PersonRowProps) {
  return (
    <>
      <Face {...props} />
      <div className="w-full">
        <Name {...props} />
        <Table {...props} className="text-ink-soft text-sm" />
      </div>
      <Details {...props} />
      <Actions {...props} />
    </>
  )
}

function LastLineOf({ person, lastLine, unread }: PersonRowProps) {
  return (
    <p className="flex min-h-6 flex-wrap items-center justify-end gap-x-2 text-sm leading-5">
      <span
        dir="auto"
        className={`min-w-0 flex-1 basis-20 truncate ${unread > 0 ? 'font-semibold' : 'text-ink-soft'}`}
      >
        {lastLine && lastLineOf(lastLine)}
      </span>
      {lastLine && (
        <time className="text-ink-faint text-xs tabular-nums">{formatAt(lastLine.at)}</time>
      )}
      {unread > 0 && <Unread count={unread} name={person.name} />}
    </p>
  )
}

function Unread({ count, name }: { count: number; name: string }) {
  return (
    <Badge tone="online" label={unreadLabel(count, name)}>
      {count > 99 ? '99+' : count}
    </Badge>
  )
}

function Actions({ person, look, isGone, onChat }: PersonRowProps) {
  const { name, online } = person
  const isTalk = look === 'talk'
  if (isGone) return isTalk && <span className="h-7" />
  const every = {
    variant: 'secondary',
    size: 'sm',
    style: isTalk ? LOW : undefined,
    onClick: () => onChat(person),
  } as const
  return (
    <>
      {isTalk && !online && (
        <Button {...every} aria-label={seeConversationWith(name)}>
          {peopleTexts.seeConversation}
        </Button>
      )}
      <Button {...every} block={look === 'tile'} disabled={!online} aria-label={chatWith(name)}>
        {peopleTexts.chat}
      </Button>
    </>
  )
}
