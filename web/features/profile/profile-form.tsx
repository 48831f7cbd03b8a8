import type { FormEvent } from 'react'
import { useRef } from 'react'
import { profileTexts } from '#contract/texts/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { Consent } from './consent.tsx'
import { ProfileFields, useFieldFocus } from './profile-fields.tsx'
import { useEarlyDraft } from './use-early-draft.ts'
import type { ProfileFormOptions } from './use-profile-form.ts'
import { useProfileForm } from './use-profile-form.ts'

const BESIDE =
  '@xl:grid-cols-[13.5rem_minmax(0,1fr)] @xl:gap-x-8 @xl:[&>*]:col-start-2 @xl:[&>:first-child]:col-start-1 @xl:[&>:first-child]:row-span-4 @xl:[&>:first-child]:content-start @xl:[&>:first-child]:pt-2'

export function ProfileForm(options: ProfileFormOptions) {
  const { draft, change, errors, isBusy, submit } = useProfileForm(options)
  const focus = useFieldFocus()
  const form = useRef<HTMLFormElement>(null)
  useEarlyDraft(form, draft, change)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    const wrong = await submit()
    if (wrong) focus[wrong].current?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={send} className={`grid gap-6 ${BESIDE}`}>
      <ProfileFields
        draft={draft}
        errors={errors}
        disabled={isBusy}
        focus={focus}
        onChange={change}
      />
      <div className="grid gap-3">
        <Consent />
        <Button type="submit" size="lg" block busy={isBusy} busyLabel={profileTexts.submitting}>
          {profileTexts.submit}
        </Button>
      </div>
    </form>
  )
}
