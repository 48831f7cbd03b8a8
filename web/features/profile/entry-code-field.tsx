import { profileTexts } from '#contract/texts/profile.ts'
import type { TextFieldProps } from '#web/ui/text-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { goToNextField } from './profile-fields.tsx'

/** The night's code, of a bar that asks for it. */
export function EntryCodeField(field: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      {...field}
      label={profileTexts.entryCode}
      hint={profileTexts.entryCodeHint}
      autoComplete="one-time-code"
      inputMode="numeric"
      enterKeyHint="next"
      onKeyDown={goToNextField}
    />
  )
}
