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

/** 104 px high: title 16, face 72, name 16. As wide as a phone. */
const FACES = {
  overflowX: 'auto',
  scrollbarWidth: 'thin',
  margin: '0 -1rem',
  padding: '0 1rem',
} as const
const COLUMN = { width: '4.5rem' }
const RING = { outline: '3px solid var(--color-accent)', outlineOffset: '-3px' }

/** People whom this page has opened from the strip. */
const seen = new Set<string>()

/** The newest people in a row that scrolls sideways. They are in the list too. */
export function NewcomersStrip({ people, isGone, onPerson }: NewcomersStripProps) {
  const [, redraw] = useState(0)
  const open = (person: PublicPerson) => {
    seen.add(person.id)
    redraw(seen.size)
    onPerson(person)
  }
  return (
    <section>
      <h2 className="px-1 font-semibold text-xs leading-4">{peopleTexts.newcomers}</h2>
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
