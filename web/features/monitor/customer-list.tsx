import type { MonitoredPerson } from '#contract/monitor.ts'
import { NearParts } from '#web/ui/near-viewport.tsx'
import { CustomerCard } from './customer-card.tsx'

/** Three cards share a row. */
const ROW_PX = 96 / 3

export interface CustomerListProps {
  label: string
  people: readonly MonitoredPerson[]
  columnsClass: string
  onRemove: (person: MonitoredPerson) => void
}

export function CustomerList({ label, people, columnsClass, onRemove }: CustomerListProps) {
  return (
    <NearParts items={people} rowPx={ROW_PX} className="grid gap-2">
      {(part) => (
        <ul aria-label={label} className={`grid gap-2 ${columnsClass}`}>
          {part.map((person) => (
            <CustomerCard key={person.id} person={person} onRemove={onRemove} />
          ))}
        </ul>
      )}
    </NearParts>
  )
}
