import { EmptySection } from './empty-section.tsx'
import { EntryCodeSection } from './entry-code-section.tsx'
import { RemovalsSection } from './removals-section.tsx'
import type { StaffToolsProps } from './staff-section.tsx'

/** Holds what the staff can do with a bar in a night. */
export function StaffTools({ onChanged, ...tools }: StaffToolsProps) {
  return (
    <div className="grid gap-5">
      <EntryCodeSection {...tools} onChanged={onChanged} />
      <RemovalsSection {...tools} />
      <EmptySection {...tools} />
    </div>
  )
}
