import type { FormEvent, MouseEvent } from 'react'
import { useState } from 'react'
import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { SiteState } from '#contract/site-state.ts'
import { stopTexts } from '#contract/texts/health.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { changeSiteState, fetchSiteState } from '#web/api/health.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'

export interface StopFormProps {
  state: SiteState
  keepSession: <T>(call: () => Promise<T>) => Promise<T>
}

/** What appears above the pressed button pushes it out of sight. */
const bringIntoView = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' })

/** Keeps everybody new out of every bar, and says something above each page of patrons. */
export function StopForm({ state, keepSession }: StopFormProps) {
  const [saved, setSaved] = useState(state)
  const [isStopped, setIsStopped] = useState(state.isStopped)
  const [notice, setNotice] = useState(state.notice ?? '')
  const [isOvertaken, setIsOvertaken] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    try {
      await apply()
    } catch {
      const { error: title } = sharedTexts
      showToast({ title, description: stopTexts.failed, tone: 'destructive' })
    }
    setIsBusy(false)
  }

  async function apply(): Promise<void> {
    const change = { from: saved, to: { isStopped, notice } }
    try {
      show(await keepSession(() => changeSiteState(change)))
      showToast({ title: stopTexts.saved, description: stopTexts.savedDetail, tone: 'success' })
    } catch (error) {
      if (!(error instanceof CodedError && error.code === 'conflict')) throw error
      setSaved(await keepSession(fetchSiteState))
      setIsOvertaken(true)
    }
  }

  function keepTheirs({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): void {
    show(saved)
    form?.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
  }

  function show(now: SiteState): void {
    setSaved(now)
    setIsStopped(now.isStopped)
    setNotice(now.notice ?? '')
    setIsOvertaken(false)
  }
  return (
    <form noValidate onSubmit={save} className="grid gap-5">
      {saved.isStopped && (
        <Banner tone="danger" live>
          {stopTexts.isStopped}
        </Banner>
      )}
      <Switch
        label={stopTexts.stop}
        checked={isStopped}
        onChange={setIsStopped}
        disabled={isBusy}
      />
      <TextArea
        label={stopTexts.notice}
        hint={stopTexts.noticeHint}
        rows={3}
        maxLength={LIMITS.noticeText.graphemes}
        value={notice}
        readOnly={isBusy}
        onChange={(event) => setNotice(event.target.value)}
      />
      <div ref={isOvertaken ? bringIntoView : null} className="grid gap-5">
        {isOvertaken && (
          <Banner
            live
            tone="danger"
            title={stopTexts.changed}
            action={
              <Button variant="secondary" onClick={keepTheirs}>
                {stopTexts.changedKeep}
              </Button>
            }
          >
            {stopTexts.changedTo(saved.isStopped, saved.notice)}
          </Banner>
        )}
        <Button
          type="submit"
          variant={isStopped && !saved.isStopped ? 'danger' : 'primary'}
          className="justify-self-start"
          busy={isBusy}
        >
          {stopTexts.save}
        </Button>
      </div>
    </form>
  )
}
