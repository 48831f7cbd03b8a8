import { useEffect, useState } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { EntryCodeTries } from '#contract/entry-code.ts'
import { codesTried, staffTexts } from '#contract/texts/staff.ts'
import { adminCall } from '#web/api/admin-call.ts'
import type { MonitorConnection } from '#web/features/monitor/monitor-connection.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'

interface Tried {
  barId: string
  tries: NonNullable<EntryCodeTries>
}

/** Warns that the code of a bar is being guessed, and offers a new code. */
export function CodeTries({ connection }: { connection: MonitorConnection }) {
  const [tried, setTried] = useState<Tried | null>(null)
  const [renew, isBusy] = useAct(async ({ barId }: Tried) => {
    await adminCall(ADMIN_ENDPOINTS.renewCode, { barId })
    setTried(null)
    const { renewed: title, renewedDetail: description } = staffTexts
    showToast({ title, description, tone: 'success' })
  }, staffTexts.switchFailed)
  useEffect(
    () =>
      connection.onIncident((incident) => {
        if (incident.type !== 'section' || incident.frame.type !== 'codeTries') return
        const { barId } = incident
        const asking = adminCall(ADMIN_ENDPOINTS.readCodeTries, { barId })
        // The room tells again while it goes on.
        void asking.then(
          ({ tries }) => setTried(tries && { barId, tries }),
          () => undefined,
        )
      }),
    [connection],
  )
  if (!tried) return null
  return (
    <Banner
      floating
      live
      tone="danger"
      title={codesTried(tried.tries)}
      action={
        <Button variant="secondary" busy={isBusy} onClick={() => void renew(tried)}>
          {staffTexts.renew}
        </Button>
      }
    >
      {staffTexts.triedHint}
    </Banner>
  )
}
