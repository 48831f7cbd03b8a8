import { useState } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { SiteState } from '#contract/site-state.ts'
import { stopTexts } from '#contract/texts/health.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useForm } from '#web/ui/use-form.ts'

export interface StopFormProps {
  state: SiteState
}

/** Keeps everybody new out of every bar. */
export function StopForm({ state }: StopFormProps) {
  const [saved, setSaved] = useState(state)
  const form = useForm({ isStopped: state.isStopped })
  const { isStopped } = form.values
  const [save, isBusy] = useAct(async () => {
    setSaved(await adminCall(ADMIN_ENDPOINTS.saveSite, {}, form.values))
    showToast({ title: stopTexts.saved, description: stopTexts.savedDetail, tone: 'success' })
  }, stopTexts.failed)

  return (
    <form {...form.props(save)} className="grid gap-5">
      {saved.isStopped && (
        <Banner tone="danger" live>
          {stopTexts.isStopped}
        </Banner>
      )}
      <Switch
        label={stopTexts.stop}
        name="isStopped"
        checked={isStopped}
        onChange={(stops) => form.change({ isStopped: stops })}
        disabled={isBusy}
      />
      <Button
        type="submit"
        variant={isStopped && !saved.isStopped ? 'danger' : 'primary'}
        className="justify-self-start"
        busy={isBusy}
      >
        {stopTexts.save}
      </Button>
    </form>
  )
}
