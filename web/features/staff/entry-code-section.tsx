import Maximize from 'lucide:maximize'
import RefreshCw from 'lucide:refresh-cw'
import { address } from '#contract/address.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { EntryCodeView } from '#contract/entry-code.ts'
import { inThrees } from '#contract/entry-code.ts'
import { PAGES } from '#contract/pages.ts'
import { askedUntil, staffTexts, validUntil } from '#contract/texts/staff.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { formatAt, TIME } from '#web/ui/format-at.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import type { StaffToolsProps } from './staff-section.tsx'
import { SectionAnswer, StaffSection } from './staff-section.tsx'
import { untilNext } from './use-live-code.ts'

export function EntryCodeSection({ barId, onChanged }: StaffToolsProps) {
  const readCode = () => adminCall(ADMIN_ENDPOINTS.readCode, { barId }, undefined, { quiet: true })
  const asked = useAsked(readCode, { every: untilNext })
  const [change, isBusy] = useAct(async (call: () => Promise<EntryCodeView>) => {
    const view = await call()
    asked.change(() => view)
    // A read that is on its way would bring the old code back.
    void asked.ask()
    onChanged()
    return true
  }, staffTexts.switchFailed)

  async function renew(): Promise<void> {
    if (!(await change(() => adminCall(ADMIN_ENDPOINTS.renewCode, { barId })))) return
    const { renewed: title, renewedDetail: description } = staffTexts
    showToast({ title, description, tone: 'success' })
  }
  const turn = (isOn: boolean) =>
    void change(() =>
      adminCall(ADMIN_ENDPOINTS.switchCode, { barId }, { ask: isOn ? 'on' : 'off' }),
    )

  return (
    <StaffSection title={staffTexts.code}>
      <SectionAnswer asked={asked} height="h-24">
        {({ isOn, until, code, changesAt, timeZone }) => (
          <>
            <Switch label={staffTexts.askForCode} checked={isOn} onChange={turn} />
            {code === null && <p className="text-ink-soft text-sm">{staffTexts.codeOff}</p>}
            {!isOn && until !== null && (
              <div className="grid justify-items-start">
                <p className="text-sm">{askedUntil(formatAt(until, TIME, timeZone))}</p>
                <Button variant="quiet" className="-ml-4 text-sm!" onClick={() => turn(false)}>
                  {staffTexts.stopAsking}
                </Button>
              </div>
            )}
            {code !== null && (
              <>
                <div className="grid justify-items-center gap-1 rounded-lg border border-line bg-sunken px-4 py-4">
                  <p className="font-mono font-semibold text-3xl tabular-nums tracking-wide">
                    {inThrees(code)}
                  </p>
                  <p className="text-ink-soft text-sm">
                    {validUntil(formatAt(changesAt, TIME, timeZone))}
                  </p>
                </div>
                <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3">
                  <Button
                    variant="secondary"
                    className="px-2!"
                    icon={<Icon of={RefreshCw} className="size-5" />}
                    busy={isBusy}
                    onClick={() => void renew()}
                  >
                    {staffTexts.renew}
                  </Button>
                  <ButtonLink
                    to={address(PAGES.entryCode, { barId })}
                    variant="secondary"
                    className="px-2!"
                    icon={<Icon of={Maximize} className="size-5" />}
                  >
                    {staffTexts.fullScreen}
                  </ButtonLink>
                </div>
              </>
            )}
          </>
        )}
      </SectionAnswer>
    </StaffSection>
  )
}
