import { EllipsisVertical } from 'lucide'
import type { ReactNode } from 'react'
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

/** The menu that all rows share (web/pages/row-menu.tsx). */
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
  row: 'flex items-center gap-3.5',
  talk: 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-1',
  tile: 'flex flex-col items-center gap-1 pt-4 text-center',
}

/** Memoised: a full bar has thousands of rows. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, isSelf, unread, look, isGone } = props
  const online = person.online && !isGone
  const table = (
    <span dir="auto" className="line-clamp-1 break-all">
      {tableLabel(person.table)}
    </span>
  )
  const away = online && !isSelf && person.away === true
  const delay = away && <span className="text-ink-soft">{peopleTexts.away}</span>
  const status = (
    // Rows keep their height when a line comes.
    <span
      className={`grid content-center text-xs leading-4 ${look === 'tile' ? 'min-h-8' : ''} ${online ? 'text-success' : 'text-ink-faint'}`}
    >
      {isGone ? peopleTexts.gone : statusLine(online)}
      {look !== 'talk' && delay}
    </span>
  )
  const presence = { online, away, label: online ? peopleTexts.online : peopleTexts.offline }
  const face = (
    <>
      <span className={online ? 'contents' : 'flex opacity-60'}>
        <Avatar
          src={toThumbnail(person.photo)}
          initial={toInitial(person.name)}
          tone={toTone(person.id)}
          size={look === 'tile' ? 'xl' : 'lg'}
          presence={presence}
        />
      </span>
      <div className="grid w-full min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start">
        <Name {...props} />
        {look === 'talk' && <LastLineOf {...props} />}
        <p
          className={`flex flex-wrap gap-x-2.5 text-ink-soft ${look === 'row' ? 'text-sm' : 'text-xs'} ${look === 'tile' ? 'justify-center' : ''}`}
        >
          {look !== 'talk' && table}
          <span>{interestLine(person.interest)}</span>
          {look === 'talk' && status}
        </p>
        {look === 'row' && <Foot {...props}>{status}</Foot>}
      </div>
    </>
  )
  if (isSelf) {
    return (
      <OwnRow personId={person.id} onLeave={props.onLeave}>
        {face}
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
      {face}
      {look === 'tile' && <Foot {...props}>{status}</Foot>}
      {look === 'talk' && (
        <Foot {...props}>
          <span className="grid leading-4">
            {table}
            {delay}
          </span>
        </Foot>
      )}
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

/** The whole card presses the name; other buttons lie above it. */
function Name({ person, isSelf, look, isGone, lastLine, onPerson }: PersonRowProps) {
  const name = (
    <span dir="auto" className="line-clamp-1 font-semibold text-lg">
      {person.name}
    </span>
  )
  if (isSelf) {
    return (
      <p className="flex items-center gap-2">
        {name}
        <Badge tone="glass">{peopleTexts.you}</Badge>
      </p>
    )
  }
  return (
    <p
      className={`flex min-w-0 items-baseline justify-between gap-2 ${look === 'tile' ? '' : 'pr-6'}`}
    >
      {isGone ? (
        name
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onPerson(person)}
          className={`min-w-0 rounded-sm after:absolute after:inset-0 after:rounded-xl ${look === 'tile' ? 'w-full' : 'text-left'}`}
        >
          {name}
        </button>
      )}
      {look === 'talk' && lastLine && (
        <time
          dateTime={new Date(lastLine.at).toISOString()}
          className="shrink-0 whitespace-nowrap text-ink-soft text-xs tabular-nums"
        >
          {toTime(lastLine.at)}
        </time>
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

function Foot(props: PersonRowProps & { children: ReactNode }) {
  const { isGone, look, children } = props
  return (
    <div
      className={`flex min-h-9 w-full flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-xs ${look === 'tile' ? 'justify-center' : 'justify-between'} ${look === 'talk' ? 'col-span-2' : ''}`}
    >
      {children}
      {!isGone && <Actions {...props} />}
    </div>
  )
}

function Actions({ person, isSelf, look, onChat, onOwnProfile }: PersonRowProps) {
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
          variant="secondary"
          size="sm"
          aria-label={seeConversationWith(person.name)}
          onClick={() => onChat(person)}
        >
          {peopleTexts.seeConversation}
        </Button>
      )}
      <Button
        variant={person.online ? (look === 'talk' ? 'secondary' : 'primary') : 'quiet'}
        size="sm"
        block={look === 'tile'}
        // Two buttons fit beside the table.
        className={hasBoth ? 'px-1.5!' : ''}
        disabled={!person.online}
        aria-label={chatWith(person.name)}
        onClick={() => onChat(person)}
      >
        {peopleTexts.chat}
      </Button>
    </div>
  )
}
