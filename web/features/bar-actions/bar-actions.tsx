import ChartLine from 'lucide:chart-line'
import DoorClosed from 'lucide:door-closed'
import DoorOpen from 'lucide:door-open'
import Pencil from 'lucide:pencil'
import Printer from 'lucide:printer'
import History from 'lucide:rotate-ccw-clock'
import ShieldCheck from 'lucide:shield-check'
import Trash from 'lucide:trash'
import UsersRound from 'lucide:users-round'
import { address } from '#contract/address.ts'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { BAR_PARAMETER } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/pages.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'

export interface BarActionsProps {
  bar: AdminBar
  onClose: () => void
  onChanged: () => void
  /** Opens the staff's tools. */
  onShowStaff: () => void
  /** Opens the question. */
  onDelete: () => void
}

/** A dialog with what can be done with a bar. */
export function BarActions(props: BarActionsProps) {
  const { bar, onClose, onChanged, onShowStaff, onDelete } = props

  async function pause(paused: boolean): Promise<void> {
    try {
      const endpoint = paused ? ADMIN_ENDPOINTS.pauseBar : ADMIN_ENDPOINTS.reopenBar
      await adminCall(endpoint, { barId: bar.id })
      const title = paused ? monitorTexts.barPaused : monitorTexts.barReopened
      showToast({ title, description: bar.name, tone: 'success' })
      onClose()
    } finally {
      onChanged()
    }
  }
  return (
    <Dialog onClose={onClose} title={bar.name}>
      <div className="grid gap-2.5">
        <Button
          variant="secondary"
          className={WIDE}
          icon={<Icon of={ShieldCheck} className={ICON} />}
          onClick={onShowStaff}
        >
          {monitorTexts.staffTools}
        </Button>
        {bar.role !== 'staff' && (
          <>
            <Pages barId={bar.id} />
            <PauseButton paused={bar.paused} onPause={pause} />
          </>
        )}
        {bar.role === 'admin' && (
          <Button
            variant="quiet"
            className={`${WIDE} text-danger!`}
            icon={<Icon of={Trash} className={ICON} />}
            onClick={onDelete}
          >
            {monitorTexts.deleteBar}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const WIDE = 'justify-start! w-full'
const ICON = 'size-5'

const PAGES_OF_BAR = [
  { page: PAGES.editBar, icon: Pencil, label: monitorTexts.editBar },
  { page: PAGES.team, icon: UsersRound, label: monitorTexts.team },
  { page: PAGES.acts, icon: History, label: monitorTexts.acts },
  { page: PAGES.statistics, icon: ChartLine, label: monitorTexts.numbers },
  { page: PAGES.print, icon: Printer, label: monitorTexts.printSheets },
] as const

function Pages({ barId }: { barId: string }) {
  return PAGES_OF_BAR.map(({ page, icon, label }) => (
    <ButtonLink
      key={label}
      to={address(page, { [BAR_PARAMETER]: barId })}
      variant="secondary"
      className={WIDE}
      icon={<Icon of={icon} className={ICON} />}
    >
      {label}
    </ButtonLink>
  ))
}

interface PauseButtonProps {
  paused: boolean
  onPause: (paused: boolean) => Promise<void>
}

function PauseButton({ paused, onPause }: PauseButtonProps) {
  const [toggle, isBusy] = useAct(() => onPause(!paused), monitorTexts.pauseFailed)
  return (
    <div className="grid gap-1">
      <Button
        variant="secondary"
        className={WIDE}
        icon={<Icon of={paused ? DoorOpen : DoorClosed} className={ICON} />}
        busy={isBusy}
        onClick={() => void toggle()}
      >
        {paused ? monitorTexts.reopenBar : monitorTexts.pauseBar}
      </Button>
      <p className="px-1 text-ink-soft text-sm">
        {paused ? monitorTexts.reopenHint : monitorTexts.pauseHint}
      </p>
    </div>
  )
}
