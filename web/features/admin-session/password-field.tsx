import Eye from 'lucide:eye'
import EyeOff from 'lucide:eye-off'
import { useState } from 'react'
import type { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { countGraphemes } from '#contract/plain-text.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { TextFieldProps } from '#web/ui/text-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'suffix'>

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const icon = isShown ? EyeOff : Eye
  return (
    <TextField
      maxLength={LIMITS.passwordCharacters}
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      suffix={
        <Button
          variant="quiet"
          size="icon"
          aria-label={isShown ? adminTexts.hidePassword : adminTexts.showPassword}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon of={icon} className="size-5" />
        </Button>
      }
    />
  )
}

export function NewPasswordField(props: Omit<PasswordFieldProps, 'label' | 'hint'>) {
  return (
    <PasswordField
      label={adminTexts.newPassword}
      hint={props.error ? null : adminTexts.setPasswordHint}
      required
      autoComplete="new-password"
      {...props}
    />
  )
}

/** Words for a weak password. Null for any other refusal. */
export function explainWeakness({ code }: CodedError): string | null {
  if (code === 'weak_password') return adminTexts.passwordTooCommon
  return code === 'personal_password' ? adminTexts.passwordOfNames : null
}

export function findPasswordProblem(password: string): string | null {
  if (countGraphemes(password) < LIMITS.passwordCharactersMin) return adminTexts.passwordTooShort
  return password.length > LIMITS.passwordCharacters ? adminTexts.passwordTooLong : null
}
