import { interestLine, peopleTexts } from '#contract/texts/people.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { PersonRowProps } from './person-parts.tsx'
import { Details, Face, Name } from './person-parts.tsx'

/** Looks low, and is pressed like others. */
export const LOW = { minHeight: '1.75rem', padding: '0 0.5rem', fontSize: 'var(--text-xs)' }
/** Beside the name, clear of the details. Below it only where text is larger than usual. */
const AT_END = { ...LOW, margin: '-0.25rem 0 0 auto' }
/** A long name is cut before anything wraps. */
const CUT = { flex: '1 1 2.5rem', maxWidth: 'max-content' }
/** The height with two lines of details. */
const HEIGHT = { minHeight: '4.5rem' }

/** Says what one chose, also where others do not see it. */
export function OwnRow(props: PersonRowProps) {
  const { person, onOwnProfile } = props
  const you = useRoom((room) => room.you)
  const isHidden = you !== null && you.interest !== 'all' && !you.showsInterest
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list consists of parts, see people-sections.tsx
    <div
      role="listitem"
      data-person={person.id}
      style={HEIGHT}
      className="flex max-w-narrow @[47rem]:max-w-88 items-center gap-2.5 rounded-xl border border-line px-3 py-1"
    >
      <Face {...props} />
      <div className="min-w-0 flex-1">
        <div className="mb-1 flex flex-wrap items-center gap-x-2">
          <div style={CUT}>
            <Name {...props} />
          </div>
          <Badge tone="glass">{peopleTexts.you}</Badge>
          <Button variant="secondary" size="sm" style={AT_END} onClick={onOwnProfile}>
            {peopleTexts.yourProfile}
          </Button>
        </div>
        <Details {...props} interest={interestLine(you?.interest ?? null)}>
          {isHidden && <span>{peopleTexts.onlyYou}</span>}
        </Details>
      </div>
    </div>
  )
}
