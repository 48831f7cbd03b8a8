import { EmptySection } from './empty-section.tsx'
import { EntryCodeSection } from './entry-code-section.tsx'
import { RemovalsSection } from './removals-section.tsx'
import type { StaffToolsProps } from './staff-section.tsx'

/** What the staff can do with a bar in a night. */
export function StaffTools({ barId, keepSession, onChanged }: StaffToolsProps) {
  return (
    <div className="grid gap-5">
      <EntryCodeSection barId={barId} keepSession={keepSession} onChanged={onChanged} />
      <RemovalsSection barId={barId} keepSession={keepSession} />
      <EmptySection barId={barId} keepSession={keepSession} />
    </div>
  )
}
