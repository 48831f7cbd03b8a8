import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { accountTexts } from '#contract/texts/account.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from './password-field.tsx'
import { useChangePassword } from './use-change-password.ts'

export interface ChangePasswordFormProps {
  email: string
  keepSession: <T>(call: () => Promise<T>) => Promise<T>
  onChanged: () => void
}

export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { email, keepSession, onChanged } = props
  const { problems, isBusy, submit, forgetProblem } = useChangePassword(keepSession)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const currentField = useRef<HTMLInputElement>(null)
  const nextField = useRef<HTMLInputElement>(null)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    const wrong = await submit(current, next)
    if (wrong) return (wrong === 'current' ? currentField : nextField).current?.focus()
    setCurrent('')
    setNext('')
    onChanged()
  }

  return (
    <form noValidate onSubmit={send} className="grid max-w-narrow gap-5">
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        ref={currentField}
        label={accountTexts.currentPassword}
        error={problems.current}
        value={current}
        readOnly={isBusy}
        required
        onChange={(event) => {
          setCurrent(event.target.value)
          forgetProblem('current')
        }}
        name="current-password"
        autoComplete="current-password"
      />
      <PasswordField
        ref={nextField}
        label={adminTexts.newPassword}
        hint={problems.next ? null : adminTexts.setPasswordHint}
        error={problems.next}
        value={next}
        readOnly={isBusy}
        required
        onChange={(event) => {
          setNext(event.target.value)
          forgetProblem('next')
        }}
        name="new-password"
        autoComplete="new-password"
      />
      <Button
        type="submit"
        size="lg"
        className="justify-self-start"
        busy={isBusy}
        busyLabel={accountTexts.saving}
      >
        {accountTexts.save}
      </Button>
    </form>
  )
}
