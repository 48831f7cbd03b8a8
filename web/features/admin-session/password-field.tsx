import { Eye, EyeOff } from 'lucide'
import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { TextFieldProps } from '#web/ui/text-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
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
