import Eye from 'lucide:eye'
import Phone from 'lucide:phone'
import UserX from 'lucide:user-x'
import { memo, useState } from 'react'
import { hasCode } from '#contract/errors.ts'
import { toThumbnail, toTone } from '#contract/face.ts'
import { formatPhone } from '#contract/phone.ts'
import { toInitial } from '#contract/plain-text.ts'
import { monitorTexts, removeLabel, showPhoneLabel } from '#contract/texts/monitor.ts'
import { interestLine, peopleTexts } from '#contract/texts/people.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useAct } from '#web/ui/use-act.ts'
import type { ShownPerson } from './order-people.ts'

export interface PersonCardProps {
  person: ShownPerson
  /** "há 2 h". */
  since: string
  onRemove: (person: ShownPerson) => void
  onReveal: (person: ShownPerson) => Promise<string>
}

export const PersonCard = memo(function PersonCard({
  person,
  since,
  onRemove,
  onReveal,
}: PersonCardProps) {
  const { id, name, phone, photo, table, interest, online, isGone = false } = person
  const label = online ? peopleTexts.online : peopleTexts.offline
  return (
    // An undrawn card takes the usual height of a drawn one, so that drawing it moves nothing below.
    <li className="relative flex min-w-0 items-start gap-3 rounded-lg border border-line bg-page px-3 py-2.5 [contain-intrinsic-height:auto_4.3125rem] [content-visibility:auto]">
      <Avatar
        src={toThumbnail(photo)}
        initial={toInitial(name)}
        tone={toTone(id)}
        presence={{ online, label }}
      />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="mr-9 line-clamp-3 font-semibold text-base">
          {name}
        </p>
        <p className="mr-9 text-ink-soft text-sm tabular-nums">
          <span dir="auto" className="inline-block text-ink">
            {tableLabel(table)}
          </span>{' '}
          <span>· </span>
          <span className="whitespace-nowrap">{since}</span>
        </p>
        <div className="flex flex-wrap items-center justify-between gap-x-2 text-ink-soft text-sm">
          <p>{isGone ? peopleTexts.gone : interestLine(interest)}</p>
          {/* A changed phone is masked anew. */}
          {phone && !isGone && (
            <PersonPhone key={phone} person={person} masked={phone} onReveal={onReveal} />
          )}
        </div>
      </div>
      {!isGone && (
        <Button
          variant="quiet"
          size="icon"
          className="absolute top-0.5 right-1.5 text-ink-soft!"
          aria-label={removeLabel(name)}
          onClick={() => onRemove(person)}
        >
          <Icon of={UserX} className="size-5" />
        </Button>
      )}
    </li>
  )
})

/** Higher than its line, as a target, and clear of the button above. */
const PHONE =
  '-mx-1 -my-2.75 inline-flex min-h-target items-center gap-1.5 rounded-md px-1 text-link text-sm tabular-nums underline-offset-4 hover:underline'

interface PersonPhoneProps extends Pick<PersonCardProps, 'person' | 'onReveal'> {
  masked: string
}

/** The press leaves a row in the record of acts. */
function PersonPhone({ person, masked, onReveal }: PersonPhoneProps) {
  const [whole, setWhole] = useState<string | null>(null)
  const [reveal, isBusy] = useAct(
    async () => setWhole(await onReveal(person)),
    (error) => {
      const isTooMany = hasCode(error, 'rate_limited')
      return isTooMany ? monitorTexts.tooManyPhones : monitorTexts.phoneFailed
    },
  )
  if (whole) {
    return (
      <a href={`tel:${whole}`} className={PHONE}>
        <Icon of={Phone} className="size-4" />
        <span>{formatPhone(whole)}</span>
      </a>
    )
  }
  return (
    <button
      type="button"
      className={PHONE}
      aria-label={showPhoneLabel(person.name, masked)}
      aria-busy={isBusy}
      onClick={() => void reveal()}
    >
      <Icon of={Eye} className="size-4" />
      <span>{masked}</span>
    </button>
  )
}
