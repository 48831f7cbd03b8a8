import type { ChangeEvent, Ref } from 'react'
import { formatPhone, formatTyped, toPhone } from '#contract/phone.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { TextField } from '#web/ui/text-field.tsx'

export interface PhoneFieldProps {
  ref: Ref<HTMLInputElement>
  value: string
  error: string | null
  readOnly: boolean
  onChange: (text: string) => void
}

/** Formats only while digits are appended. */
export function PhoneField({ value, onChange, ...field }: PhoneFieldProps) {
  function type({ target }: ChangeEvent<HTMLInputElement>): void {
    const text = target.value
    const isAddedAtEnd = text.length > value.length && target.selectionStart === text.length
    onChange(isAddedAtEnd ? formatTyped(text) : text)
  }
  function settle(): void {
    const phone = toPhone(value)
    if (phone && formatPhone(phone) !== value) onChange(formatPhone(phone))
  }
  return (
    <TextField
      {...field}
      type="tel"
      label={profileTexts.phone}
      placeholder={profileTexts.phonePlaceholder}
      hint={profileTexts.phoneHint}
      value={value}
      onChange={type}
      onBlur={settle}
      name="phone"
      autoComplete="tel"
      inputMode="tel"
      enterKeyHint="go"
    />
  )
}
