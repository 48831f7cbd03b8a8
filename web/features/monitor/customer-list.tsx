import type { MonitoredPerson } from '#contract/monitor.ts'
import { NearViewport } from '#web/ui/near-viewport.tsx'
import { CustomerCard } from './customer-card.tsx'

/** Divisible by every number of columns, so that no row ends early. */
const PER_PART = 24
const ROW_PX = 96

export interface CustomerListProps {
  label: string
  people: readonly MonitoredPerson[]
  columnsClass: string
  onRemove: (person: MonitoredPerson) => void
}

/** The customers of one bar; a long list is drawn part by part, where it is looked at. */
export function CustomerList({ label, people, columnsClass, onRemove }: CustomerListProps) {
  const parts = Array.from({ length: Math.ceil(people.length / PER_PART) }, (_, part) =>
    people.slice(part * PER_PART, (part + 1) * PER_PART),
  )
  return (
    <div className="grid gap-2">
      {parts.map((part, index) => (
        <NearViewport
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the list, whoever is in it
          key={index}
          estimatedPx={Math.ceil(part.length / 3) * ROW_PX}
          initially={index === 0}
        >
          {(isNear) =>
            isNear && (
              <ul aria-label={label} className={`grid gap-2 ${columnsClass}`}>
                {part.map((person) => (
                  <CustomerCard key={person.id} person={person} onRemove={onRemove} />
                ))}
              </ul>
            )
          }
        </NearViewport>
      ))}
    </div>
  )
}
