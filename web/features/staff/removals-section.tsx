import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { Removal } from '#contract/removals.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { REMOVAL_REASON_NAMES } from '#contract/texts/removals.ts'
import { letInDetail, letInLabel, removedAt, staffTexts } from '#contract/texts/staff.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { unless } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { formatAt, TIME } from '#web/ui/format-at.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import type { StaffToolsProps } from './staff-section.tsx'
import { SectionAnswer, StaffSection } from './staff-section.tsx'

export function RemovalsSection({ barId, timeZone }: Omit<StaffToolsProps, 'onChanged'>) {
  const asked = useAsked(() => adminCall(ADMIN_ENDPOINTS.listRemovals, { barId }))

  async function letIn({ personId, name }: Removal): Promise<void> {
    // Another board may have undone it.
    await unless('person_not_found', adminCall(ADMIN_ENDPOINTS.undoRemoval, { barId, personId }))
    asked.change((removals) => removals.filter((one) => one.personId !== personId))
    const { letInDone: title } = staffTexts
    showToast({ title, description: letInDetail(name), tone: 'success' })
  }
  return (
    <StaffSection title={staffTexts.removals}>
      <SectionAnswer asked={asked} height="h-11">
        {(removals) =>
          removals.length > 0 ? (
            <ul className="grid gap-2">
              {removals.map((removal) => (
                <RemovalRow
                  key={removal.personId}
                  removal={removal}
                  timeZone={timeZone}
                  onLetIn={letIn}
                />
              ))}
            </ul>
          ) : (
            <p className="text-ink-soft text-sm">{staffTexts.nobodyRemoved}</p>
          )
        }
      </SectionAnswer>
    </StaffSection>
  )
}

interface RemovalRowProps {
  removal: Removal
  timeZone: string
  onLetIn: (removal: Removal) => Promise<void>
}

function RemovalRow({ removal, timeZone, onLetIn }: RemovalRowProps) {
  const [press, isBusy] = useAct(() => onLetIn(removal), staffTexts.letInFailed)
  const { name, table, reason, removedAt: at } = removal
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-sunken px-3 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <p dir="auto" className="line-clamp-3 font-semibold">
          {name}
        </p>
        <p className="text-sm">{REMOVAL_REASON_NAMES[reason]}</p>
        <p dir="auto" className="text-ink-soft text-sm">
          {removedAt(tableLabel(table), formatAt(at, TIME, timeZone))}
        </p>
      </div>
      <Button
        variant="secondary"
        className="flex-auto px-3! text-sm!"
        aria-label={letInLabel(name)}
        busy={isBusy}
        onClick={() => void press()}
      >
        {staffTexts.letIn}
      </Button>
    </li>
  )
}
