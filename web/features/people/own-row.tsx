import { useId } from 'react'
import { peopleTexts } from '#contract/texts/people.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { PersonRowProps } from './person-parts.tsx'
import { Details, Face, Name } from './person-parts.tsx'

const LINE = 'flex flex-wrap items-center justify-between gap-x-2'
/** Looks low, and is pressed like others. */
export const LOW = { minHeight: '1.75rem', padding: '0 0.75rem', fontSize: 'var(--text-xs)' }
/** Beside the name, or below a long one. */
const AT_END = { ...LOW, marginLeft: 'auto' }
const FLAT = { ...LOW, margin: '0 -0.75rem' }

/** With the way out, and what goes with it. */
export function OwnRow(props: PersonRowProps) {
  const { person, onOwnProfile, onLeave } = props
  const detailId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list consists of parts, see people-sections.tsx
    <div
      role="listitem"
      data-person={person.id}
      className="flex max-w-narrow lg:max-w-88 items-center gap-2.5 rounded-xl border border-line px-3 py-1.5"
    >
      <Face {...props} />
      <div className="min-w-0 flex-1">
        <div className={LINE}>
          <div className="flex min-w-0 items-center gap-2">
            <Name {...props} />
            <Badge tone="glass">{peopleTexts.you}</Badge>
          </div>
          <Button variant="secondary" size="sm" style={AT_END} onClick={onOwnProfile}>
            {peopleTexts.yourProfile}
          </Button>
        </div>
        <Details {...props} />
        <div className={LINE}>
          <p id={detailId} className="text-ink-faint text-xs leading-4">
            {peopleTexts.leaveDetail}
          </p>
          <Button
            variant="quiet"
            size="sm"
            style={FLAT}
            aria-describedby={detailId}
            disabled={onLeave === null}
            onClick={() => onLeave?.()}
          >
            {peopleTexts.leave}
          </Button>
        </div>
      </div>
    </div>
  )
}
