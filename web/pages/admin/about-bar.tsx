import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { timeZoneOf } from '#contract/states.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { BarActions } from '#web/features/bar-actions/bar-actions.tsx'
import { DeleteBarDialog } from '#web/features/bar-actions/delete-bar-dialog.tsx'
import { QrDialog } from '#web/features/qr/qr-dialog.tsx'
import { ClosedReports } from '#web/features/safety/closed-reports.tsx'
import type { StaffToolsProps } from '#web/features/staff/staff-section.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { lazyPart, usePart } from '#web/ui/lazy-part.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const staffTools = lazyPart<StaffToolsProps>(
  async () => (await import('#web/features/staff/staff-tools.tsx')).StaffTools,
)

export interface ShownDialog {
  dialog: 'actions' | 'staff' | 'delete' | 'qr'
  bar: AdminBar
}

interface AboutBarProps extends ShownDialog {
  onShow: (shown: ShownDialog) => void
  onClose: () => void
  onChanged: () => void
}

/** One dialog at a time: the actions of a bar lead to the others. */
export function AboutBar({ dialog, bar, onShow, onClose: close, onChanged }: AboutBarProps) {
  switch (dialog) {
    case 'qr':
      return <QrDialog bar={bar} onClose={close} />
    case 'delete':
      return (
        <DeleteBarDialog
          bar={bar}
          remove={(barId, name) => adminCall(ADMIN_ENDPOINTS.deleteBar, { barId }, { name })}
          onDeleted={() => {
            close()
            onChanged()
          }}
          onClose={close}
        />
      )
    case 'staff':
      return (
        <Dialog onClose={close} title={bar.name}>
          <StaffTools barId={bar.id} timeZone={timeZoneOf(bar)} onChanged={onChanged} />
          {bar.role !== 'staff' && <ClosedReports barId={bar.id} timeZone={timeZoneOf(bar)} />}
        </Dialog>
      )
    case 'actions':
      return (
        <BarActions
          bar={bar}
          onClose={close}
          onChanged={onChanged}
          onShowStaff={() => onShow({ dialog: 'staff', bar })}
          onDelete={() => onShow({ dialog: 'delete', bar })}
        />
      )
  }
}

function StaffTools(props: StaffToolsProps) {
  const Tools = usePart(staffTools)
  return Tools ? <Tools {...props} /> : <Skeleton className="h-52 w-full" />
}
