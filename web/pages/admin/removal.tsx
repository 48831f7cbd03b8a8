import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { RemovalReason } from '#contract/removals.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { unless } from '#web/api/call.ts'
import type { Removable } from '#web/features/monitor/people/remove-dialog.tsx'
import { RemoveDialog } from '#web/features/monitor/people/remove-dialog.tsx'
import { noteReportsChanged } from '#web/features/safety/use-reports.ts'
import type { BesideRemovalProps } from '#web/features/staff/beside-removal.tsx'
import { lazyPart, usePart } from '#web/ui/lazy-part.ts'

/** Prefetched before the dialog opens: nothing there may move. */
export const besideRemoval = lazyPart<BesideRemovalProps>(
  async () => (await import('#web/features/staff/beside-removal.tsx')).BesideRemoval,
)

export interface RemovalProps {
  person: Removable
  onRemoved: () => void
  /** The bar asks for a code now, or no longer. */
  onBarChanged: () => void
  onClose: () => void
}

/** Removes a person from the board or for a report, and offers the other acts of the staff. */
export function Removal({ person, onRemoved, onBarChanged, onClose }: RemovalProps) {
  const Beside = usePart(besideRemoval)
  return (
    <RemoveDialog
      person={person}
      remove={async (removed, reason) => {
        await remove(removed, reason)
        onRemoved()
      }}
      onClose={onClose}
    >
      {Beside && <Beside {...person} onChanged={onBarChanged} onCleared={onClose} />}
    </RemoveDialog>
  )
}

async function remove(
  { barId, personId, report }: Removable,
  reason: RemovalReason,
): Promise<void> {
  if (report) {
    const place = { barId, reportId: report.id }
    const removing = adminCall(ADMIN_ENDPOINTS.removeReported, place, { reason })
    const isClosed = (await unless('not_found', removing)) === null
    noteReportsChanged(barId)
    if (!isClosed) return
    // A colleague has closed the report meanwhile, or the answer to an earlier press was lost.
  }
  // The person may have left already.
  const removing = adminCall(ADMIN_ENDPOINTS.removePerson, { barId, personId }, { reason })
  await unless('person_not_found', removing)
}
