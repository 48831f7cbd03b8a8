import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import type { RemovalReason } from '#contract/removals.ts'
import { monitorTexts, removalQuestion, removedDetail } from '#contract/texts/monitor.ts'
import { REMOVAL_REASON_NAMES, removalTexts } from '#contract/texts/removals.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'

export interface Removable {
  barId: string
  personId: string
  name: string
  /** The report that the removal answers; its reason is chosen already. */
  report?: { id: string; reason: RemovalReason }
}

export interface RemoveDialogProps {
  person: Removable | null
  remove: (person: Removable, reason: RemovalReason) => Promise<void>
  onClose: () => void
  /** What else can be done there. */
  children?: ReactNode
}

const REASONS = Object.entries(REMOVAL_REASON_NAMES) as [RemovalReason, string][]

/** Asks why, then removes. */
export function RemoveDialog({ person, remove, onClose, children }: RemoveDialogProps) {
  const [chosen, setChosen] = useState<{ of: Removable; reason: RemovalReason } | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const reasons = useRef<HTMLDivElement>(null)
  const reason = chosen?.of === person ? chosen?.reason : person?.report?.reason

  function close(): void {
    setIsMissing(false)
    onClose()
  }
  const [confirm, isBusy] = useAct(async (removable: Removable) => {
    if (!reason) {
      setIsMissing(true)
      reasons.current?.querySelector('input')?.focus()
      return
    }
    await remove(removable, reason)
    const description = removedDetail(removable.name)
    showToast({ title: monitorTexts.removed, description, tone: 'success' })
    close()
  }, monitorTexts.removalFailed)

  return (
    <Dialog
      open={person !== null}
      onClose={close}
      title={person ? removalQuestion(person.name) : ''}
      closeLabel={sharedTexts.close}
      footer={
        <>
          <Button variant="secondary" className="max-sm:w-full" onClick={close}>
            {monitorTexts.cancel}
          </Button>
          <Button
            variant="danger"
            className="max-sm:w-full"
            busy={isBusy}
            onClick={() => person && void confirm(person)}
          >
            {monitorTexts.removeForTheNight}
          </Button>
        </>
      }
    >
      <p>{monitorTexts.removalDetail}</p>
      <div ref={reasons} className="grid gap-2">
        <RadioTiles
          legend={removalTexts.reason}
          options={REASONS}
          value={reason ?? null}
          onChange={(value) => {
            setIsMissing(false)
            if (person) setChosen({ of: person, reason: value })
          }}
        />
        {isMissing && (
          <p role="alert" className="rounded-lg bg-danger-wash px-4 py-3 text-danger">
            {removalTexts.reasonMissing}
          </p>
        )}
      </div>
      {children}
    </Dialog>
  )
}
