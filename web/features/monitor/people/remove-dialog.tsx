import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import type { RemovalReason } from '#contract/removals.ts'
import { monitorTexts, removalQuestion, removedDetail } from '#contract/texts/monitor.ts'
import { REMOVAL_REASON_NAMES, removalTexts } from '#contract/texts/removals.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'

export interface Removable {
  barId: string
  personId: string
  name: string
  /** The report that the removal answers; its reason is chosen already. */
  report?: { id: string; reason: RemovalReason }
}

export interface RemoveDialogProps {
  person: Removable
  remove: (person: Removable, reason: RemovalReason) => Promise<void>
  onClose: () => void
  /** What else can be done there. */
  children?: ReactNode
}

const REASONS = Object.entries(REMOVAL_REASON_NAMES) as [RemovalReason, string][]

/** Asks why, then removes. */
export function RemoveDialog({ person, remove, onClose, children }: RemoveDialogProps) {
  const [reason, setReason] = useState(person.report?.reason ?? null)
  const [isMissing, setIsMissing] = useState(false)
  const reasons = useRef<HTMLDivElement>(null)

  async function removeFor(): Promise<void> {
    if (!reason) {
      setIsMissing(true)
      reasons.current?.querySelector('input')?.focus()
      return
    }
    await remove(person, reason)
    const description = removedDetail(person.name)
    showToast({ title: monitorTexts.removed, description, tone: 'success' })
    onClose()
  }

  return (
    <Confirm
      danger
      wide
      title={removalQuestion(person.name)}
      confirm={monitorTexts.removeForTheNight}
      cancel={monitorTexts.cancel}
      onYes={removeFor}
      explain={monitorTexts.removalFailed}
      onClose={onClose}
    >
      <p>{monitorTexts.removalDetail}</p>
      <div ref={reasons} className="grid gap-2">
        <RadioTiles
          legend={removalTexts.reason}
          options={REASONS}
          value={reason}
          onChange={(value) => {
            setIsMissing(false)
            setReason(value)
          }}
        />
        {isMissing && (
          <p role="alert" className="rounded-lg bg-danger-wash px-4 py-3 text-danger">
            {removalTexts.reasonMissing}
          </p>
        )}
      </div>
      {children}
    </Confirm>
  )
}
