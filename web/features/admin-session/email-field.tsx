import { LIMITS } from '#contract/limits.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import type { TextFieldProps } from '#web/ui/text-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export interface EmailFieldProps extends Pick<TextFieldProps, 'error' | 'readOnly'> {
  value: string
  onType: (email: string) => void
}

/** The email that an account signs in with. */
export function EmailField({ onType, ...field }: EmailFieldProps) {
  return (
    <TextField
      {...field}
      type="email"
      label={adminTexts.email}
      placeholder={adminTexts.emailPlaceholder}
      required
      onChange={(event) => onType(event.target.value)}
      name="email"
      maxLength={LIMITS.emailCharacters}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
    />
  )
}
