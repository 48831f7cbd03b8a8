import { ChartLine, DoorClosed, DoorOpen, Pencil, Printer, Trash } from 'lucide'
import { useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { toBarForm, toSheets, toStatistics } from '#contract/admin-paths.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'

export interface BarActsDialogProps {
  bar: AdminBar | null
  onPause: (bar: AdminBar, paused: boolean) => Promise<void>
  onDelete: (bar: AdminBar) => void
  onClose: () => void
}

export function BarActsDialog({ bar, onClose, ...acts }: BarActsDialogProps) {
  return (
    <Dialog
      open={bar !== null}
      onClose={onClose}
      title={bar?.name ?? ''}
      closeLabel={sharedTexts.close}
    >
      {bar && <Acts bar={bar} {...acts} />}
    </Dialog>
  )
}

const WIDE = 'justify-start! w-full'
const ICON = 'size-5'

function Acts({
  bar,
  onPause,
  onDelete,
}: Omit<BarActsDialogProps, 'bar' | 'onClose'> & { bar: AdminBar }) {
  const [isBusy, setIsBusy] = useState(false)
  const { id, paused } = bar

  async function togglePause(): Promise<void> {
    setIsBusy(true)
    await onPause(bar, !paused)
    setIsBusy(false)
  }
  return (
    <div className="grid gap-2.5">
      <ButtonLink
        to={toBarForm(id)}
        variant="secondary"
        className={WIDE}
        icon={<Icon of={Pencil} className={ICON} />}
      >
        {monitorTexts.editBar}
      </ButtonLink>
      <ButtonLink
        to={toStatistics(id)}
        variant="secondary"
        className={WIDE}
        icon={<Icon of={ChartLine} className={ICON} />}
      >
        {monitorTexts.numbers}
      </ButtonLink>
      <ButtonLink
        to={toSheets(id)}
        variant="secondary"
        className={WIDE}
        icon={<Icon of={Printer} className={ICON} />}
      >
        {monitorTexts.printSheets}
      </ButtonLink>
      <div className="grid gap-1">
        <Button
          variant="secondary"
          className={WIDE}
          icon={<Icon of={paused ? DoorOpen : DoorClosed} className={ICON} />}
          busy={isBusy}
          onClick={() => void togglePause()}
        >
          {paused ? monitorTexts.reopenBar : monitorTexts.pauseBar}
        </Button>
        <p className="px-1 text-ink-soft text-sm">
          {paused ? monitorTexts.reopenHint : monitorTexts.pauseHint}
        </p>
      </div>
      <Button
        variant="quiet"
        className={`${WIDE} text-danger!`}
        icon={<Icon of={Trash} className={ICON} />}
        onClick={() => onDelete(bar)}
      >
        {monitorTexts.deleteBar}
      </Button>
    </div>
  )
}
