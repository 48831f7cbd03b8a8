import type { FormEvent } from 'react'
import { useRef } from 'react'
import { INTERESTS } from '#contract/interest.ts'
import { INTEREST_LABELS, profileTexts } from '#contract/texts/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import type { ProfileProblem } from './read-profile.ts'
import type { ProfileFormOptions } from './use-profile-form.ts'
import { useProfileForm } from './use-profile-form.ts'

const OPTIONS = INTERESTS.map((value) => ({ value, label: INTEREST_LABELS[value] }))

export function ProfileForm(options: ProfileFormOptions) {
  const { draft, change, problem, photoError, isBusy, submit } = useProfileForm(options)
  const name = useRef<HTMLInputElement>(null)
  const phone = useRef<HTMLInputElement>(null)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    const wrong = await submit()
    if (wrong) (wrong === 'phoneInvalid' ? phone : name).current?.focus()
  }

  return (
    <form noValidate onSubmit={send} className="grid gap-6">
      <PhotoPicker
        photo={draft.photo}
        error={photoError}
        disabled={isBusy}
        onChange={(photo) => change({ photo })}
      />
      <TextField
        ref={name}
        label={profileTexts.name}
        placeholder={profileTexts.namePlaceholder}
        error={toNameError(problem)}
        value={draft.name}
        readOnly={isBusy}
        onChange={(event) => change({ name: event.target.value })}
        name="name"
        autoComplete="nickname"
        autoCapitalize="words"
        enterKeyHint="next"
        dir="auto"
      />
      <TextField
        ref={phone}
        type="tel"
        label={profileTexts.phone}
        placeholder={profileTexts.phonePlaceholder}
        hint={profileTexts.phoneHint}
        error={problem === 'phoneInvalid' ? profileTexts.phoneInvalid : null}
        value={draft.phone}
        readOnly={isBusy}
        onChange={(event) => change({ phone: event.target.value })}
        name="phone"
        autoComplete="tel"
        inputMode="tel"
        enterKeyHint="go"
      />
      <RadioGroup
        legend={profileTexts.interest}
        options={OPTIONS}
        value={draft.interest}
        disabled={isBusy}
        onChange={(interest) => change({ interest })}
      />
      <Button type="submit" size="lg" block busy={isBusy} busyLabel={profileTexts.submitting}>
        {profileTexts.submit}
      </Button>
    </form>
  )
}

function toNameError(problem: ProfileProblem | null): string | null {
  if (problem === 'nameMissing') return profileTexts.nameMissing
  return problem === 'nameTooLong' ? profileTexts.nameTooLong : null
}
