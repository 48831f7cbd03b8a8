import { Phone, UserX } from 'lucide'
import { memo } from 'react'
import { toThumbnail, toTone } from '#contract/face.ts'
import type { MonitoredPerson } from '#contract/monitor.ts'
import { formatPhone } from '#contract/phone.ts'
import { toInitial } from '#contract/plain-text.ts'
import { removeLabel } from '#contract/texts/monitor.ts'
import { interestLine, peopleTexts } from '#contract/texts/people.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

export interface PersonCardProps {
  person: MonitoredPerson
  onRemove: (person: MonitoredPerson) => void
}

export const PersonCard = memo(function PersonCard({ person, onRemove }: PersonCardProps) {
  const { id, name, phone, photo, table, interest, online } = person
  const label = online ? peopleTexts.online : peopleTexts.offline
  return (
    <li className="flex min-w-0 items-start gap-3 rounded-lg border border-line bg-page px-3 py-2.5 [contain-intrinsic-size:auto_5.5rem] [content-visibility:auto]">
      <Avatar
        src={toThumbnail(photo)}
        initial={toInitial(name)}
        tone={toTone(id)}
        presence={{ online, label }}
      />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="line-clamp-3 font-semibold text-base">
          {name}
        </p>
        <p className="flex flex-wrap gap-x-2.5 text-ink-soft text-sm">
          <span dir="auto">{tableLabel(table)}</span>
          <span>{interestLine(interest)}</span>
        </p>
        {phone && (
          <a
            href={`tel:${phone}`}
            className="-mx-1 inline-flex min-h-8 items-center gap-1.5 rounded-md px-1 text-link text-sm tabular-nums underline-offset-4 hover:underline"
          >
            <Icon of={Phone} className="size-4" />
            {formatPhone(phone)}
          </a>
        )}
      </div>
      <Button
        variant="quiet"
        size="icon"
        className="-mt-1 -mr-1.5 text-ink-soft!"
        aria-label={removeLabel(name)}
        onClick={() => onRemove(person)}
      >
        <Icon of={UserX} className="size-5" />
      </Button>
    </li>
  )
})
