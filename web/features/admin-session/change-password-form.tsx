import type { FormEvent } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import { accountTexts } from '#contract/texts/account.ts'
import { adminTexts, tooManyTries } from '#contract/texts/admin.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useTyped } from '#web/ui/use-typed.ts'
import {
  explainWeakness,
  findPasswordProblem,
  NewPasswordField,
  PasswordField,
} from './password-field.tsx'

interface ChangePasswordFormProps {
  email: string
  onChanged: () => void
}

export function ChangePasswordForm({ email, onChanged }: ChangePasswordFormProps) {
  const current = useTyped()
  const next = useTyped()
  const [save, isBusy] = useAct(
    async () => {
      const passwords = { current: current.value, password: next.value }
      await adminCall(ADMIN_ENDPOINTS.changePassword, {}, passwords)
      const { saved: title, savedDetail: description } = accountTexts
      showToast({ title, description, tone: 'success' })
      current.set('')
      next.set('')
      onChanged()
    },
    (error) => {
      const coded = error instanceof CodedError ? error : null
      if (coded?.code === 'wrong_credentials') return current.refuse(accountTexts.currentWrong)
      const weakness = coded && explainWeakness(coded)
      if (weakness) return next.refuse(weakness)
      current.focus()
      const seconds = coded?.retryAfterSeconds
      return seconds ? tooManyTries(seconds) : adminTexts.passwordFailed
    },
  )

  function send(event: FormEvent): void {
    event.preventDefault()
    current.accept()
    next.accept()
    const weakness = findPasswordProblem(next.value)
    if (current.value === '') current.refuse(accountTexts.currentMissing)
    else if (weakness) next.refuse(weakness)
    else void save()
  }

  return (
    <form noValidate onSubmit={send} className="grid max-w-narrow gap-5">
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...current.field}
        label={accountTexts.currentPassword}
        readOnly={isBusy}
        required
        name="current-password"
        autoComplete="current-password"
      />
      <NewPasswordField {...next.field} readOnly={isBusy} />
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
