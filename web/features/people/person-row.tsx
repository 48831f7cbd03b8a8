import { memo } from 'react'
import type { PublicPerson } from '#contract/person.ts'
import { toInitial } from '#contract/plain-text.ts'
import type { LastLine } from '#contract/protocol.ts'
import {
  chatWith,
  interestLine,
  lastLineOf,
  peopleTexts,
  seeConversationWith,
  statusLine,
  unreadLabel,
} from '#contract/texts/people.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toTime } from '#web/ui/to-time.ts'

export interface PersonRowProps {
  person: PublicPerson
  isSelf: boolean
  unread: number
  /** Shows the last line and a button to the conversation. */
  hasConversations: boolean
  lastLine: LastLine | undefined
  /** Left the bar. The row stays until the order is renewed. */
  isGone: boolean
  onChat: (person: PublicPerson) => void
  onOwnProfile: () => void
}

/** Memoised: a full bar has thousands of rows. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, isSelf, unread, lastLine, hasConversations, isGone } = props
  const online = person.online && !isGone
  const presence = { online, label: online ? peopleTexts.online : peopleTexts.offline }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list consists of parts, see people-sections.tsx
    <div
      role="listitem"
      data-person={person.id}
      className={`relative flex gap-3.5 rounded-xl border p-3.5 ${isSelf ? '' : 'bg-raised shadow-card'} ${unread > 0 ? 'border-online' : 'border-line'}`}
    >
      <Avatar src={person.photo} initial={toInitial(person.name)} presence={presence} />
      {unread > 0 && (
        // On the edge, so that the row keeps its height.
        <span className="absolute -top-2.5 right-3 flex">
          <Badge tone="online" label={unreadLabel(unread, person.name)}>
            {unread > 99 ? '99+' : unread}
          </Badge>
        </span>
      )}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-0.5">
        <p className="flex min-h-6 flex-wrap items-center gap-x-2">
          <span dir="auto" className="line-clamp-2 font-semibold">
            {person.name}
          </span>
          {isSelf && <Badge tone="glass">{peopleTexts.you}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-ink-soft text-sm">
          <span dir="auto">{tableLabel(person.table)}</span>
          <span>{interestLine(person.interest)}</span>
        </p>
        {hasConversations && <LastLineOf line={lastLine} />}
        <div className="flex min-h-target flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className={`text-sm ${online ? 'text-success' : 'text-ink-faint'}`}>
            {isGone ? peopleTexts.gone : statusLine(online)}
          </p>
          {!isGone && <Actions {...props} />}
        </div>
      </div>
    </div>
  )
})

function LastLineOf({ line }: { line: LastLine | undefined }) {
  return (
    <p className="flex min-h-5 gap-2 text-sm">
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {line && lastLineOf(line)}
      </span>
      {line && (
        <time dateTime={new Date(line.at).toISOString()} className="text-ink-soft tabular-nums">
          {toTime(line.at)}
        </time>
      )}
    </p>
  )
}

function Actions(props: PersonRowProps) {
  const { person, isSelf, hasConversations, onChat, onOwnProfile } = props
  if (isSelf) {
    return (
      <Button variant="secondary" className="ml-auto px-3 text-sm" onClick={onOwnProfile}>
        {peopleTexts.yourProfile}
      </Button>
    )
  }
  const hasBoth = hasConversations && !person.online
  const className = 'px-3 text-sm'
  return (
    // On a phone this line starts below the photo, so that two buttons fit. The same with one button:
    // rows below must not move when the person goes offline.
    <div
      className={`ml-auto flex flex-wrap justify-end gap-2 ${hasConversations ? 'max-sm:-ml-17.5 max-sm:w-[calc(100%+4.375rem)]' : ''}`}
    >
      {hasBoth && (
        <Button
          variant="secondary"
          className={className}
          aria-label={seeConversationWith(person.name)}
          onClick={() => onChat(person)}
        >
          {peopleTexts.seeConversation}
        </Button>
      )}
      <Button
        className={className}
        disabled={!person.online}
        aria-label={chatWith(person.name)}
        onClick={() => onChat(person)}
      >
        {peopleTexts.chat}
      </Button>
    </div>
  )
}
