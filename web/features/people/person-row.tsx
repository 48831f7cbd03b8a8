import { memo } from 'react'
import type { PublicPerson } from '#contract/person.ts'
import { toInitial } from '#contract/plain-text.ts'
import {
  chatWith,
  interestLine,
  peopleTexts,
  seeConversationWith,
  statusLine,
  unreadLabel,
} from '#contract/texts/people.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

export interface PersonRowProps {
  person: PublicPerson
  isSelf: boolean
  unread: number
  hasConversation: boolean
  onChat: (person: PublicPerson) => void
  onOwnProfile: () => void
}

/** Drawn anew only when this person changes: a full bar has hundreds of rows. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, isSelf, unread } = props
  const presence = {
    online: person.online,
    label: person.online ? peopleTexts.online : peopleTexts.offline,
  }
  return (
    <li className="flex items-center gap-3.5 border-line border-b py-3.5 [contain-intrinsic-size:auto_7rem] [content-visibility:auto] last:border-b-0">
      <Avatar src={person.photo} initial={toInitial(person.name)} presence={presence} />
      <div className="grid min-w-0 flex-1 grid-cols-[1fr_auto] items-center gap-x-3 sm:gap-x-5">
        <p className="col-span-2 flex flex-wrap items-center gap-x-2 gap-y-1 pb-0.5 sm:col-span-1">
          <span dir="auto" className="line-clamp-2 font-semibold">
            {person.name}
          </span>
          {isSelf && <Badge tone="glass">{peopleTexts.you}</Badge>}
          {unread > 0 && (
            <Badge tone="online" label={unreadLabel(unread, person.name)}>
              {unread > 99 ? '99+' : unread}
            </Badge>
          )}
        </p>
        <p className="flex flex-wrap gap-x-3 text-ink-soft text-sm sm:row-start-2">
          <span dir="auto">{tableLabel(person.table)}</span>
          {person.interest && <span>{interestLine(person.interest)}</span>}
          <span>{statusLine(person.online)}</span>
        </p>
        <div className="sm:col-start-2 sm:row-span-2 sm:row-start-1">
          <Actions {...props} />
        </div>
      </div>
    </li>
  )
})

function Actions({ person, isSelf, hasConversation, onChat, onOwnProfile }: PersonRowProps) {
  if (isSelf) {
    return (
      <Button variant="secondary" className="shrink-0 px-3 text-sm" onClick={onOwnProfile}>
        {peopleTexts.yourProfile}
      </Button>
    )
  }
  return (
    <div className="grid shrink-0 gap-2">
      <Button
        className="px-3 text-sm"
        disabled={!person.online}
        aria-label={chatWith(person.name)}
        onClick={() => onChat(person)}
      >
        {peopleTexts.chat}
      </Button>
      {hasConversation && !person.online && (
        <Button
          variant="secondary"
          className="px-3 text-sm"
          aria-label={seeConversationWith(person.name)}
          onClick={() => onChat(person)}
        >
          {peopleTexts.seeConversation}
        </Button>
      )}
    </div>
  )
}
