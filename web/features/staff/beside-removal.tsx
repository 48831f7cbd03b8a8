import { useState } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import {
  askedUntil,
  clearedDetail,
  clearNow,
  networkQuestion,
  staffTexts,
} from '#contract/texts/staff.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { formatAt, TIME } from '#web/ui/format-at.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useAsked } from '#web/ui/use-asked.ts'

export interface BesideRemovalProps {
  barId: string
  personId: string
  /** Whether the bar asks for a code has changed. */
  onChanged: () => void
  /** Everybody of the network is out. */
  onCleared: () => void
}

/** Acts beside a removal: the person may come back under another name. */
export function BesideRemoval(props: BesideRemovalProps) {
  return (
    <div className="grid gap-3">
      <CodeForAnHour {...props} />
      <WholeNetwork {...props} />
    </div>
  )
}

function CodeForAnHour({ barId, onChanged }: BesideRemovalProps) {
  const [until, setUntil] = useState<string | null>(null)
  const [press, isBusy] = useAct(async () => {
    const hour = { ask: 'hour' } as const
    const { until: at, timeZone } = await adminCall(ADMIN_ENDPOINTS.switchCode, { barId }, hour)
    setUntil(at === null ? null : formatAt(at, TIME, timeZone))
    onChanged()
  }, staffTexts.switchFailed)

  if (until !== null) return <p role="status">{askedUntil(until)}</p>
  return (
    <div className="grid gap-2">
      <p className="text-ink-soft text-sm">{staffTexts.another}</p>
      <Button
        variant="secondary"
        className="text-balance"
        busy={isBusy}
        onClick={() => void press()}
      >
        {staffTexts.askForAnHour}
      </Button>
    </div>
  )
}

/** Offered where others share the network, and never for the board's own. */
function WholeNetwork({ barId, personId, onCleared }: BesideRemovalProps) {
  const { value } = useAsked(() => adminCall(ADMIN_ENDPOINTS.readNetwork, { barId, personId }))
  const [isSure, setIsSure] = useState(false)
  const [clear, isBusy] = useAct(async () => {
    const { people } = await adminCall(ADMIN_ENDPOINTS.clearNetwork, { barId, personId })
    const { networkCleared: title } = staffTexts
    showToast({ title, description: clearedDetail(people), tone: 'success' })
    onCleared()
  }, staffTexts.clearFailed)

  // Keeps the height, so that no button moves under a finger.
  if (!value || value.isOwn || value.people < 2) return <div className="h-11" />
  if (!isSure) {
    return (
      <Button variant="secondary" className="text-danger!" onClick={() => setIsSure(true)}>
        {staffTexts.clearNetwork}
      </Button>
    )
  }
  return (
    <div className="grid gap-3 rounded-lg border border-danger bg-danger-wash p-3">
      <p role="status">{`${networkQuestion(value.people)} ${staffTexts.networkHint}`}</p>
      <Button variant="danger" busy={isBusy} onClick={() => void clear()}>
        {clearNow(value.people)}
      </Button>
    </div>
  )
}
