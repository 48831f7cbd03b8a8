import { useEffect, useState, useSyncExternalStore } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { codesTried, staffTexts } from '#contract/texts/staff.ts'
import { adminCall } from '#web/api/admin-call.ts'
import type { MonitorConnection } from '#web/features/monitor/monitor-connection.ts'
import { GuessedCodes } from '#web/features/staff/guessed-codes.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'

interface CodeTriesProps {
  connection: MonitorConnection
  bars: readonly AdminBar[]
}

/** Warns that the code of a bar is being guessed, and offers a new code: of one bar after another. */
export function CodeTries({ connection, bars }: CodeTriesProps) {
  const [codes] = useState(
    () =>
      new GuessedCodes((barId) =>
        adminCall(ADMIN_ENDPOINTS.readCodeTries, { barId }, undefined, { quiet: true }),
      ),
  )
  const [guessed] = useSyncExternalStore(codes.subscribe, codes.read)
  const [renew, isBusy] = useAct(async (barId: string) => {
    await adminCall(ADMIN_ENDPOINTS.renewCode, { barId })
    codes.forget(barId)
    const { renewed: title, renewedDetail: description } = staffTexts
    showToast({ title, description, tone: 'success' })
  }, staffTexts.switchFailed)
  useEffect(
    () =>
      connection.onIncident((incident) => {
        if (incident.type !== 'section' || incident.frame.type !== 'codeTries') return
        void codes.ask(incident.barId)
      }),
    [connection, codes],
  )
  if (!guessed) return null
  const [barId, tries] = guessed
  const barName = bars.length > 1 ? bars.find(({ id }) => id === barId)?.name : undefined
  return (
    <Banner
      floating
      live
      tone="danger"
      title={codesTried(tries, barName)}
      action={
        <Button variant="secondary" busy={isBusy} onClick={() => void renew(barId)}>
          {staffTexts.renew}
        </Button>
      }
    >
      {staffTexts.triedHint}
    </Banner>
  )
}
