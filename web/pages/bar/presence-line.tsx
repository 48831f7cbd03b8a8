import { peopleTexts } from '#contract/texts/people.ts'
import { tableLabel } from '#contract/texts/person.ts'
import type { Partner } from '#web/features/chat/conversation-card.tsx'
import { isOver } from '#web/features/chat/conversation-card.tsx'
import { useRoom } from '#web/socket/use-room.ts'

interface PresenceLineProps {
  partner: Partner | null
  barName: string
}

/** Presence, table and bar under the name of the partner, or that they are typing. */
export function PresenceLine({ partner, barName }: PresenceLineProps) {
  const id = partner?.id ?? ''
  const table = useRoom((room) => room.people.get(id)?.table)
  const presence = partner ? toPresence(partner) : ''
  const isTyping = useRoom((room) => room.typing.has(id)) && presence !== ''
  const isAway = partner?.presence === 'away'
  return (
    <>
      {isTyping && <span className="text-success">{peopleTexts.typing}</span>}
      <span role="status">
        {presence !== '' && (
          <>
            {/* Only hidden: typing is not announced, and presence not again after it. */}
            <span className={isTyping ? 'sr-only' : ''}>
              <span className="group-data-down:hidden">
                <span className={isAway ? 'max-sm:hidden' : ''}>
                  <span>{presence}</span>
                  {isAway && <span> · </span>}
                </span>
                {isAway && <span>{peopleTexts.away}</span>}
              </span>
              {table && (
                <span className={isAway ? 'max-sm:hidden' : ''}>
                  <span className="group-data-down:hidden"> · </span>
                  <span>{tableLabel(table)}</span>
                </span>
              )}
            </span>
            <span className="max-sm:hidden"> · </span>
          </>
        )}
        <span className="max-sm:hidden">{barName}</span>
      </span>
    </>
  )
}

function toPresence({ presence }: Partner): string {
  if (isOver(presence)) return ''
  return peopleTexts[presence === 'away' ? 'online' : presence]
}
