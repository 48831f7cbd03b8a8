import { EllipsisVertical } from 'lucide'
import { memo } from 'react'
import { toThumbnail, toTone } from '#contract/face.ts'
import type { PublicPerson } from '#contract/person.ts'
import { toInitial } from '#contract/plain-text.ts'
import type { LastLine } from '#contract/protocol.ts'
import {
  chatWith,
  interestLine,
  lastLineOf,
  optionsFor,
  peopleTexts,
  seeConversationWith,
  statusLine,
  unreadLabel,
} from '#contract/texts/people.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toTime } from '#web/ui/to-time.ts'
import { OwnRow } from './own-row.tsx'

/** The one menu of all rows (web/pages/row-menu.tsx). */
export const ROW_MENU = 'row-menu'

/** `talk`: with the last line of the conversation. `tile`: a large face, for narrow columns. */
export type RowLook = 'row' | 'talk' | 'tile'

export interface RowPresses {
  onPerson: (person: PublicPerson) => void
  onChat: (person: PublicPerson) => void
  onOwnProfile: () => void
  /** Null while leaving. */
  onLeave: (() => void) | null
}

export interface PersonRowProps extends RowPresses {
  person: PublicPerson
  isSelf: boolean
  unread: number
  look: RowLook
  lastLine: LastLine | undefined
  /** Left the bar. The row stays until the order is renewed. */
  isGone: boolean
}

const CARD = 'relative rounded-xl border bg-raised p-3 shadow-card transition-colors hover:bg-hover'
const LOOKS = {
  row: 'flex items-center gap-3.5 pr-8',
  talk: 'grid grid-cols-[minmax(0,1fr)]',
  tile: 'flex flex-col items-center gap-2 pt-4 text-center',
}

/** Memoised: a full bar has thousands of rows. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, isSelf, unread, look, isGone, onLeave } = props
  const Look = isSelf ? Row : CONTENTS[look]
  if (isSelf) {
    return (
      <OwnRow personId={person.id} onLeave={onLeave}>
        <Look {...props} />
      </OwnRow>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list consists of parts, see people-sections.tsx
    <div
      role="listitem"
      data-person={person.id}
      className={`${CARD} ${LOOKS[look]} ${unread > 0 ? 'border-online' : 'border-line'}`}
    >
      <Look {...props} />
      {!isGone && (
        <button
          type="button"
          popoverTarget={ROW_MENU}
          aria-label={optionsFor(person.name)}
          className="absolute top-0 right-0 grid size-target place-items-center rounded-xl text-ink-faint hover:bg-hover"
        >
          <Icon of={EllipsisVertical} className="size-5" />
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

function Row(props: PersonRowProps) {
  return (
    <>
      <Face {...props} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          <div className="min-w-0 flex-1 basis-20">
            <Name {...props} />
            <p className="flex flex-wrap items-center gap-x-2">
              <Table {...props} className="text-ink-soft text-sm" />
              {props.isSelf && <Badge tone="glass">{peopleTexts.you}</Badge>}
            </p>
          </div>
          <Actions {...props} />
        </div>
        <Details {...props} />
      </div>
    </>
  )
}

function Talk(props: PersonRowProps) {
  return (
    <>
      <div className="flex items-center gap-3.5">
        <Face {...props} />
        <div className="min-w-0 flex-1">
          <Name {...props} />
          <LastLineOf {...props} />
          <Details {...props} />
        </div>
      </div>
      {/* A line of its own: offline it has two buttons, and the row keeps its height. */}
      <div className="-mb-1 flex min-h-9 justify-end">
        <Actions {...props} />
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

const CONTENTS = { row: Row, talk: Talk, tile: Tile }

function Face(props: PersonRowProps) {
  const { person, isSelf, look, isGone } = props
  const online = person.online && !isGone
  return (
    <span className={online ? 'contents' : 'flex opacity-60'}>
      <Avatar
        src={toThumbnail(person.photo)}
        initial={toInitial(person.name)}
        tone={toTone(person.id)}
        size={isSelf ? 'md' : look === 'tile' ? 'xl' : 'lg'}
        presence={{
          online,
          away: isAway(props),
          label: online ? peopleTexts.online : peopleTexts.offline,
        }}
      />
    </span>
  )
}

function Table({ person, className }: PersonRowProps & { className: string }) {
  return (
    <span dir="auto" className={`line-clamp-1 break-all ${className}`}>
      {tableLabel(person.table)}
    </span>
  )
}

/** Has the height of two lines, so that rows keep theirs when a word comes. */
function Details(props: PersonRowProps) {
  const { person, isSelf, look, isGone } = props
  return (
    <p
      className={`flex flex-wrap content-center gap-x-2.5 text-ink-faint text-xs leading-4 ${isSelf ? '' : 'min-h-8'} ${look === 'tile' ? 'justify-center' : ''}`}
    >
      <span>{interestLine(person.interest)}</span>
      <span>{isGone ? peopleTexts.gone : statusLine(person.online)}</span>
      {isAway(props) && <span>{peopleTexts.away}</span>}
    </p>
  )
}

function isAway({ person, isSelf, isGone }: PersonRowProps): boolean {
  return person.online && !isGone && !isSelf && person.away === true
}

/** The whole card presses the name; other buttons lie above it. */
function Name(props: PersonRowProps) {
  const { person, isSelf, look, isGone, lastLine, onPerson } = props
  const name = (
    <span dir="auto" className="line-clamp-1 break-all font-semibold text-lg">
      {person.name}
    </span>
  )
  if (isSelf) {
    return <p>{name}</p>
  }
  return (
    <p
      className={`flex min-w-0 flex-wrap items-baseline justify-between gap-x-2 ${look === 'talk' ? 'pr-6' : ''}`}
    >
      {isGone ? (
        name
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onPerson(person)}
          className={`min-w-0 rounded-sm after:absolute after:inset-0 after:rounded-xl ${look === 'tile' ? 'w-full' : 'flex-1 basis-24 text-left'}`}
        >
          {name}
        </button>
      )}
      {look === 'talk' && (
        <span className="flex flex-wrap gap-x-2 text-ink-faint text-xs">
          <Table {...props} className="max-w-20" />
          {lastLine && (
            <time
              dateTime={new Date(lastLine.at).toISOString()}
              className="whitespace-nowrap tabular-nums"
            >
              {toTime(lastLine.at)}
            </time>
          )}
        </span>
      )}
    </p>
  )
}

/** Opens the conversation, as in every chat app. The keyboard has "Conversar" for that. */
function LastLineOf({ person, lastLine, unread, isGone, onChat }: PersonRowProps) {
  return (
    <p className="flex min-h-6 items-center gap-2 text-sm">
      <button
        type="button"
        tabIndex={-1}
        dir="auto"
        disabled={isGone}
        onClick={() => onChat(person)}
        className={`relative min-w-0 flex-1 truncate text-left ${unread > 0 ? 'font-semibold' : 'text-ink-soft'}`}
      >
        {lastLine && lastLineOf(lastLine)}
      </button>
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

function Actions({ person, isSelf, look, isGone, onChat, onOwnProfile }: PersonRowProps) {
  if (isGone) return null
  if (isSelf) {
    return (
      <Button variant="secondary" size="sm" onClick={onOwnProfile}>
        {peopleTexts.yourProfile}
      </Button>
    )
  }
  const hasBoth = look === 'talk' && !person.online
  return (
    <div className={`flex flex-wrap justify-end gap-1 ${look === 'tile' ? 'w-full' : ''}`}>
      {hasBoth && (
        <Button
          variant="quiet"
          size="sm"
          className="px-2!"
          aria-label={seeConversationWith(person.name)}
          onClick={() => onChat(person)}
        >
          {peopleTexts.seeConversation}
        </Button>
      )}
      <Button
        variant={person.online && look !== 'talk' ? 'primary' : 'quiet'}
        size="sm"
        block={look === 'tile'}
        className={look === 'talk' ? 'px-2!' : ''}
        disabled={!person.online}
        aria-label={chatWith(person.name)}
        onClick={() => onChat(person)}
      >
        {peopleTexts.chat}
      </Button>
    </div>
  )
}
