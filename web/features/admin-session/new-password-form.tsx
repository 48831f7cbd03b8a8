import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { adminTexts } from '#contract/texts/admin.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from './password-field.tsx'
import { useNewPassword } from './use-new-password.ts'

export interface NewPasswordFormProps {
  token: string
  onSaved: () => void
}

export function NewPasswordForm({ token, onSaved }: NewPasswordFormProps) {
  const { problem, isBusy, isExpired, submit, forgetProblem } = useNewPassword(token)
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (await submit(password)) onSaved()
    else field.current?.focus()
  }

  if (isExpired) return <DeadLink />
  return (
    <form noValidate onSubmit={send} className="grid gap-5">
      <PasswordField
        ref={field}
        label={adminTexts.newPassword}
        hint={problem ? null : adminTexts.setPasswordHint}
        error={problem}
        value={password}
        readOnly={isBusy}
        required
        onChange={(event) => {
          setPassword(event.target.value)
          forgetProblem()
        }}
        name="new-password"
        autoComplete="new-password"
        enterKeyHint="go"
      />
      <Button
        type="submit"
        size="lg"
        block
        busy={isBusy}
        busyLabel={adminTexts.newPasswordSubmitting}
      >
        {adminTexts.newPasswordSubmit}
      </Button>
    </form>
  )
}

export function DeadLink() {
  return (
    <Banner tone="danger" live>
      {adminTexts.linkExpired}
    </Banner>
  )
}
