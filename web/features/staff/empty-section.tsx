import { useState } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { Clearing } from '#contract/clearing.ts'
import {
  clearedDetail,
  emptyNow,
  emptyQuestion,
  lastCleared,
  staffTexts,
} from '#contract/texts/staff.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { formatAt, TIME } from '#web/ui/format-at.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import type { StaffToolsProps } from './staff-section.tsx'
import { SectionAnswer, StaffSection } from './staff-section.tsx'

export function EmptySection({ barId, timeZone }: Omit<StaffToolsProps, 'onChanged'>) {
  const asked = useAsked(() => adminCall(ADMIN_ENDPOINTS.readClearing, { barId }))
  const [isSure, setIsSure] = useState(false)
  // The number is asked for again: people come and go while the dialog is open.
  const [question, isAsking] = useAct(async () => {
    const clearing = await adminCall(ADMIN_ENDPOINTS.readClearing, { barId })
    asked.change(() => clearing)
    setIsSure(clearing.people > 0)
  }, staffTexts.clearFailed)
  const [empty, isEmptying] = useAct(async () => {
    const { people } = await adminCall(ADMIN_ENDPOINTS.emptyBar, { barId })
    const { emptied: title } = staffTexts
    showToast({ title, description: clearedDetail(people), tone: 'success' })
    setIsSure(false)
    await asked.ask()
  }, staffTexts.clearFailed)

  return (
    <StaffSection title={staffTexts.empty}>
      <SectionAnswer asked={asked} height="h-11">
        {({ people, last }) => (
          <>
            {last && <LastTime last={last} timeZone={timeZone} />}
            {isSure ? (
              <Sure
                people={people}
                isBusy={isEmptying}
                onDo={empty}
                onLeave={() => setIsSure(false)}
              />
            ) : (
              <>
                <p className="text-ink-soft text-sm">
                  {people > 0 ? staffTexts.emptyHint : staffTexts.nobodyInside}
                </p>
                <Button
                  variant="secondary"
                  className="text-danger!"
                  disabled={people === 0}
                  busy={isAsking || isEmptying}
                  onClick={() => void question()}
                >
                  {staffTexts.empty}
                </Button>
              </>
            )}
          </>
        )}
      </SectionAnswer>
    </StaffSection>
  )
}

interface LastTimeProps {
  last: NonNullable<Clearing['last']>
  timeZone: string
}

function LastTime({ last: { at, people, by }, timeZone }: LastTimeProps) {
  return (
    <p role="status" className="wrap-anywhere text-sm">
      {lastCleared(formatAt(at, TIME, timeZone), people, by)}
    </p>
  )
}

interface SureProps {
  people: number
  isBusy: boolean
  onDo: () => Promise<void>
  onLeave: () => void
}

function Sure({ people, isBusy, onDo, onLeave }: SureProps) {
  return (
    <div className="grid gap-3">
      <p role="status">{emptyQuestion(people)}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" className="max-sm:w-full" onClick={onLeave}>
          {staffTexts.cancel}
        </Button>
        <Button
          variant="danger"
          className="max-sm:w-full"
          busy={isBusy}
          onClick={() => void onDo()}
        >
          {emptyNow(people)}
        </Button>
      </div>
    </div>
  )
}
