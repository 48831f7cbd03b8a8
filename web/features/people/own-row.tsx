import { useId } from 'react'
import type { PublicPerson } from '#contract/person.ts'
import { toInitial } from '#contract/plain-text.ts'
import { interestLine, peopleTexts, statusLine } from '#contract/texts/people.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

interface OwnRowProps {
  person: PublicPerson
  onOwnProfile: () => void
  /** Null while leaving. */
  onLeave: (() => void) | null
}

export function OwnRow({ person, onOwnProfile, onLeave }: OwnRowProps) {
  const detailId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list consists of parts, see people-sections.tsx
    <div
      role="listitem"
      data-person={person.id}
      className="flex flex-wrap gap-x-6 rounded-xl border border-line"
    >
      <div className="flex min-w-0 flex-1 basis-76 items-center gap-3.5 p-3">
        <Avatar
          src={person.photo}
          initial={toInitial(person.name)}
          size="lg"
          presence={{ online: person.online, label: statusLine(person.online) }}
        />
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)]">
          <p className="flex flex-wrap items-center gap-x-2">
            <span dir="auto" className="line-clamp-2 font-semibold text-lg">
              {person.name}
            </span>
            <Badge tone="glass">{peopleTexts.you}</Badge>
          </p>
          <p className="flex flex-wrap gap-x-2.5 text-ink-soft text-sm">
            <span dir="auto">{tableLabel(person.table)}</span>
            {person.interest && <span>{interestLine(person.interest)}</span>}
          </p>
          <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-2">
            <p className={`text-xs ${person.online ? 'text-success' : 'text-ink-faint'}`}>
              {statusLine(person.online)}
            </p>
            <Button variant="secondary" size="sm" onClick={onOwnProfile}>
              {peopleTexts.yourProfile}
            </Button>
          </div>
        </div>
      </div>
      <div className="flex flex-1 basis-72 items-center justify-between gap-3 border-line border-t px-3 py-1">
        <p id={detailId} className="text-ink-soft text-xs">
          {peopleTexts.leaveDetail}
        </p>
        <Button
          variant="quiet"
          className="shrink-0 px-3! text-sm"
          aria-describedby={detailId}
          disabled={onLeave === null}
          onClick={() => onLeave?.()}
        >
          {peopleTexts.leave}
        </Button>
      </div>
    </div>
  )
}
