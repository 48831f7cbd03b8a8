import type { ReactNode, RefObject } from 'react'
import { useRef } from 'react'
import { INTERESTS } from '#contract/interest.ts'
import { INTEREST_LABELS } from '#contract/texts/person.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import type { ProfileDraft } from '#web/session/visit.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { enterGoesOn } from './enter-goes-on.ts'
import { PhoneField } from './phone-field.tsx'
import { PhotoPicker } from './photo-picker.tsx'

const OPTIONS = INTERESTS.map((value) => ({ value, label: INTEREST_LABELS[value] }))

export interface FieldErrors {
  photo?: string | null
  name?: string | null
  phone?: string | null
}

export function useFieldFocus() {
  return { name: useRef<HTMLInputElement>(null), phone: useRef<HTMLInputElement>(null) }
}

export interface ProfileFieldsProps {
  draft: ProfileDraft
  errors: FieldErrors
  disabled: boolean
  focus: ReturnType<typeof useFieldFocus>
  onChange: (changes: Partial<ProfileDraft>) => void
  children?: ReactNode
  afterName?: RefObject<HTMLInputElement | null>
}

export function ProfileFields(props: ProfileFieldsProps) {
  const { draft, errors, disabled, focus, onChange, children, afterName = focus.phone } = props
  return (
    <>
      <PhotoPicker
        photo={draft.photo}
        error={errors.photo ?? null}
        disabled={disabled}
        onChange={(photo) => onChange({ photo })}
      />
      <TextField
        ref={focus.name}
        label={profileTexts.name}
        placeholder={profileTexts.namePlaceholder}
        error={errors.name}
        value={draft.name}
        readOnly={disabled}
        onChange={(event) => onChange({ name: event.target.value })}
        name="name"
        autoComplete="nickname"
        autoCapitalize="words"
        enterKeyHint="next"
        onKeyDown={enterGoesOn(afterName)}
        dir="auto"
      />
      {children}
      <PhoneField
        ref={focus.phone}
        error={errors.phone ?? null}
        value={draft.phone}
        readOnly={disabled}
        onChange={(phone) => onChange({ phone })}
      />
      <div className="grid gap-2">
        <RadioGroup
          legend={profileTexts.interest}
          name="interest"
          options={OPTIONS}
          value={draft.interest}
          disabled={disabled}
          onChange={(interest) => onChange({ interest })}
        />
        <Switch
          label={profileTexts.showsInterest}
          name="showsInterest"
          checked={draft.showsInterest}
          disabled={disabled}
          onChange={(showsInterest) => onChange({ showsInterest })}
        />
      </div>
    </>
  )
}
