import type { ChangeEvent, FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { useState } from 'react'
import { INTERESTS } from '#contract/interest.ts'
import { formatPhone, formatTyped, toPhone } from '#contract/phone.ts'
import { INTEREST_LABELS } from '#contract/texts/person.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import type { ProfileDraft } from '#web/session/drafts.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { goesToField } from '#web/ui/read-form.ts'
import { Switch } from '#web/ui/switch.tsx'
import type { TextFieldProps } from '#web/ui/text-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { Form } from '#web/ui/use-form.ts'
import type { PhotoPickerProps } from './photo-picker.tsx'
import { PhotoPicker } from './photo-picker.tsx'

const OPTIONS = INTERESTS.map((value) => ({ value, label: INTEREST_LABELS[value] }))

export interface ProfileFieldsProps {
  form: Pick<Form<ProfileDraft>, 'values' | 'problems' | 'field' | 'change'>
  disabled: boolean
  onPhotoBusy: PhotoPickerProps['onBusy']
  /** Shown below the name. */
  children?: ReactNode
}

export function ProfileFields({ form, disabled, onPhotoBusy, children }: ProfileFieldsProps) {
  const { values, problems, field, change } = form
  return (
    <>
      <PhotoPicker
        photo={values.photo}
        error={problems.photo}
        disabled={disabled}
        onChange={(photo) => change({ photo })}
        onBusy={onPhotoBusy}
      />
      <TextField
        {...field('name')}
        label={profileTexts.name}
        className="min-h-target! truncate"
        readOnly={disabled}
        autoComplete="nickname"
        autoCapitalize="words"
        enterKeyHint="next"
        onKeyDown={goToNextField}
        dir="auto"
      />
      {children}
      <InterestField {...values} disabled={disabled} onChange={change} />
      <PhoneField {...field('phone')} readOnly={disabled} onChange={(phone) => change({ phone })} />
    </>
  )
}

interface InterestFieldProps extends Pick<ProfileDraft, 'interest' | 'showsInterest'> {
  disabled: boolean
  onChange: (changes: Partial<ProfileDraft>) => void
}

/** An interest other than "Todos" is hidden from others until its person shows it. */
function InterestField({ interest, showsInterest, disabled, onChange }: InterestFieldProps) {
  const isHideable = interest !== 'all'
  return (
    <div className="grid gap-1">
      <RadioGroup
        legend={profileTexts.interest}
        name="interest"
        options={OPTIONS}
        value={interest}
        disabled={disabled}
        onChange={(chosen) =>
          onChange({
            interest: chosen,
            showsInterest: isHideable && chosen !== 'all' && showsInterest,
          })
        }
      />
      {isHideable && (
        <Switch
          label={profileTexts.showsInterest}
          name="showsInterest"
          checked={showsInterest}
          disabled={disabled}
          onChange={(shows) => onChange({ showsInterest: shows })}
        />
      )}
    </div>
  )
}

/** For the "next" key on touch devices: Android moves the focus, iOS would submit the form. */
export function goToNextField(event: KeyboardEvent<HTMLInputElement>): void {
  const isTouched = matchMedia('(pointer: coarse)').matches
  if (event.key !== 'Enter' || event.keyCode === 229 || !isTouched) return
  event.preventDefault()
  const fields = [...(event.currentTarget.form?.querySelectorAll('input') ?? [])].filter(
    ({ type }) => type === 'text' || type === 'tel',
  )
  fields[fields.indexOf(event.currentTarget) + 1]?.focus()
}

interface PhoneFieldProps extends Pick<TextFieldProps, 'name' | 'error' | 'readOnly'> {
  value: string
  onChange: (text: string) => void
}

/** Formats only while digits are appended. Says what is wrong once the next field is used, not while one types. */
function PhoneField({ value, error, onChange, ...field }: PhoneFieldProps) {
  const [isWrong, setIsWrong] = useState(false)
  function type({ target }: ChangeEvent<HTMLInputElement>): void {
    const text = target.value
    const isAddedAtEnd = text.length > value.length && target.selectionStart === text.length
    setIsWrong(false)
    onChange(isAddedAtEnd ? formatTyped(text) : text)
  }
  function leave(event: FocusEvent): void {
    const phone = toPhone(value)
    if (phone && formatPhone(phone) !== value) onChange(formatPhone(phone))
    setIsWrong(phone === null && value.trim() !== '' && goesToField(event))
  }
  return (
    <TextField
      {...field}
      error={isWrong ? profileTexts.phoneInvalid : error}
      type="tel"
      label={profileTexts.phone}
      placeholder={profileTexts.phonePlaceholder}
      hint={<span className="block text-xs">{profileTexts.phoneHint}</span>}
      className="min-h-target!"
      value={value}
      onChange={type}
      onBlur={leave}
      autoComplete="tel"
      inputMode="tel"
      enterKeyHint="go"
    />
  )
}
