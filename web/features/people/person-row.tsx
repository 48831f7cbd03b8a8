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
import { useRoom } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { formatAt } from '#web/ui/format-at.ts'
import { Icon } from '#web/ui/icon.tsx'
import { UnreadCount } from '#web/ui/unread-count.tsx'
import { LOW, OwnRow } from './own-row.tsx'
import type { PersonRowProps, RowLook } from './person-parts.tsx'
import { Details, Face, Name, Table } from './person-parts.tsx'

/** The one menu of all rows (web/pages/bar/row-menu.tsx). */
export const ROW_MENU = 'row-menu'

const CARD = 'rounded-xl border shadow-card'
const LOOKS = {
  row: `${CARD} flex flex-wrap items-center gap-3 p-2.5`,
  talk: 'flex flex-wrap items-center gap-3 border-l-4 px-2 py-1',
}

/** Name and table are as wide as their words; where both are long, each has half of the line. */
const SHARED = { gridTemplateColumns: 'repeat(2, minmax(0, max-content))' }

/** In search results: the row keeps its height, and the menu is free. */
const ON_EDGE = { top: '-0.625rem', left: '0.75rem' }

/** Memoised: a full bar has thousands of rows. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, unread, look, isGone, openChatId } = props
  if (props.isSelf) return <OwnRow {...props} />
  const isOpen = person.id === openChatId
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list consists of parts, see people-sections.tsx
    <div
      role="listitem"
      data-person={person.id}
      data-name={person.name}
      aria-current={isOpen || undefined}
      className={`relative transition-colors hover:bg-hover ${LOOKS[look]} ${isOpen ? 'border-edge bg-hover' : `bg-raised ${toEdge(look, unread > 0)}`}`}
    >
      <Row {...props} />
      {!isGone && (
        <button
          type="button"
          popoverTarget={ROW_MENU}
          aria-label={optionsFor(person.name)}
          title={optionsFor(person.name)}
          className="absolute top-0 right-0 grid size-target place-items-center rounded-xl text-ink-faint"
        >
          <Icon of={EllipsisVertical} className={`size-5 ${look === 'talk' ? 'mb-2' : 'mb-1'}`} />
        </button>
      )}
      {look !== 'talk' && unread > 0 && (
        <span className="absolute flex" style={ON_EDGE}>
          <UnreadCount count={unread} label={unreadLabel(unread, person.name)} />
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
        <div className="grid items-center justify-between gap-x-2 pr-8" style={SHARED}>
          <Name {...props} />
          <Table {...props} className="text-ink-soft text-sm" />
        </div>
        {isTalk && <LastLineOf {...props} />}
        <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
          <Details {...props} />
          <Actions {...props} />
        </div>
      </div>
    </>
  )
}

function LastLineOf({ person, lastLine, unread }: PersonRowProps) {
  const isTyping = useRoom((room) => room.typing.has(person.id))
  return (
    <p className="flex h-5 flex-wrap items-center justify-end gap-x-2 text-sm leading-5">
      <span
        dir="auto"
        className={`min-w-0 flex-1 basis-20 truncate ${unread > 0 ? 'font-semibold' : 'text-ink-soft'}`}
      >
        {isTyping ? peopleTexts.typing : lastLine && lastLineOf(lastLine)}
      </span>
      {lastLine && (
        <time className="text-ink-faint text-xs tabular-nums">{formatAt(lastLine.at)}</time>
      )}
      {unread > 0 && <UnreadCount count={unread} label={unreadLabel(unread, person.name)} />}
    </p>
  )
}

function Actions({ person, look, isGone, onChat }: PersonRowProps) {
  const { id, name, online } = person
  const isTalk = look === 'talk'
  const hasTalk = useRoom((room) => room.unread.has(id))
  if (isGone) return isTalk && <span className="h-7" />
  const opensOnly = hasTalk && !online
  return (
    <Button
      variant="secondary"
      size="sm"
      style={isTalk ? LOW : undefined}
      disabled={!online && !hasTalk}
      aria-label={opensOnly ? seeConversationWith(name) : chatWith(name)}
      onClick={() => onChat(person)}
    >
      {opensOnly ? peopleTexts.seeConversation : peopleTexts.chat}
    </Button>
  )
}
