import { LIMITS } from '#contract/limits.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import type { TextFieldProps } from '#web/ui/text-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** The email that an account signs in with. */
export function EmailField(field: Omit<TextFieldProps, 'type' | 'label'>) {
  return (
    <TextField
      {...field}
      type="email"
      label={adminTexts.email}
      placeholder={adminTexts.emailPlaceholder}
      required
      maxLength={LIMITS.emailCharacters}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
    />
  )
}
