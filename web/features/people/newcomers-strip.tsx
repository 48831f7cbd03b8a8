import { useState } from 'react'
import { toThumbnail, toTone } from '#contract/face.ts'
import type { PublicPerson } from '#contract/person.ts'
import { toInitial } from '#contract/plain-text.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { Avatar } from '#web/ui/avatar.tsx'

interface NewcomersStripProps {
  people: readonly PublicPerson[]
  isGone: (person: PublicPerson) => boolean
  onPerson: (person: PublicPerson) => void
}

/** With its title 104 px high: 16, face 72, name 16. From edge to edge of a phone. */
const FACES = {
  overflowX: 'auto',
  scrollbarWidth: 'thin',
  margin: '0 -1rem',
  padding: '0 1rem',
} as const
const COLUMN = { width: '4.5rem' }
const RING = { outline: '3px solid var(--color-accent)', outlineOffset: '-3px' }

/** Whom this page has opened from the strip. */
const seen = new Set<string>()

/** The newest people, to be pushed sideways. They stand in the list too. */
export function NewcomersStrip({ people, isGone, onPerson }: NewcomersStripProps) {
  const [, redraw] = useState(0)
  const open = (person: PublicPerson) => {
    seen.add(person.id)
    redraw(seen.size)
    onPerson(person)
  }
  return (
    <section>
      <h2 className="font-semibold text-ink-soft text-xs leading-4">{peopleTexts.newcomers}</h2>
      <ul aria-label={peopleTexts.newcomers} className="flex gap-2.5" style={FACES}>
        {people.map((person) => (
          <li key={person.id} className="shrink-0">
            <button
              type="button"
              aria-haspopup="dialog"
              disabled={isGone(person)}
              onClick={() => open(person)}
              style={COLUMN}
              className="grid rounded-lg text-xs leading-4"
            >
              <Avatar
                src={toThumbnail(person.photo)}
                initial={toInitial(person.name)}
                tone={toTone(person.id)}
                size="lg"
                style={seen.has(person.id) ? undefined : RING}
                className={`rounded-full ${person.online && !isGone(person) ? '' : 'opacity-60'}`}
              />
              <span dir="auto" className="truncate">
                {person.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
