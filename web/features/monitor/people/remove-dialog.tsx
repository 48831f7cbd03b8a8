import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { toThumbnail, toTone } from '#contract/face.ts'
import { toInitial } from '#contract/plain-text.ts'
import type { RemovalReason } from '#contract/removals.ts'
import { monitorTexts, removalQuestion, removedDetail } from '#contract/texts/monitor.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { REMOVAL_REASON_NAMES, removalTexts } from '#contract/texts/removals.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'

export interface Removable {
  barId: string
  personId: string
  name: string
  /** On the board; a report shows its own. */
  seen?: { photo: string | null; table: string }
  /** The report that the removal answers; its reason is chosen already. */
  report?: { id: string; reason: RemovalReason }
}

export interface RemoveDialogProps {
  person: Removable
  remove: (person: Removable, reason: RemovalReason) => Promise<void>
  onClose: () => void
  /** Other acts against the person. */
  children?: ReactNode
}

const REASONS = Object.entries(REMOVAL_REASON_NAMES) as [RemovalReason, string][]

/** People whom this page removes or has removed. Their cards go, even if the room's frame comes before its answer. */
export const removedHere = new Set<string>()

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
    removedHere.add(person.personId)
    try {
      await remove(person, reason)
    } catch (error) {
      removedHere.delete(person.personId)
      throw error
    }
    const description = removedDetail(person.name)
    showToast({ title: monitorTexts.removed, description, tone: 'success' })
    onClose()
  }

  return (
    <Confirm
      danger
      tight
      isReady={reason !== null}
      title={removalQuestion(person.name)}
      confirm={monitorTexts.removeForTheNight}
      cancel={monitorTexts.cancel}
      onYes={removeFor}
      explain={monitorTexts.removalFailed}
      onClose={onClose}
    >
      <Consequences {...person} />
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

const FACE = { width: '6rem', height: '6rem', borderRadius: '50%' }

/** Beside the face and the table of the person, whom the title names. */
function Consequences({ personId, name, seen }: Removable) {
  return (
    <div className="flex items-center gap-4">
      {seen && (
        <Avatar
          size="fill"
          style={FACE}
          src={toThumbnail(seen.photo)}
          initial={toInitial(name)}
          tone={toTone(personId)}
        />
      )}
      <div className="min-w-0">
        {seen && (
          <p dir="auto" className="font-semibold">
            {tableLabel(seen.table)}
          </p>
        )}
        <p className="text-sm">{monitorTexts.removalDetail}</p>
      </div>
    </div>
  )
}
