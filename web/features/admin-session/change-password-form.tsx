import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import { accountTexts } from '#contract/texts/account.ts'
import { adminTexts, tooManyTries } from '#contract/texts/admin.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useForm } from '#web/ui/use-form.ts'
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
  const form = useForm({ current: '', password: '' })
  const [save, isBusy] = useAct(
    async () => {
      await adminCall(ADMIN_ENDPOINTS.changePassword, {}, form.values)
      const { saved: title, savedDetail: description } = accountTexts
      showToast({ title, description, tone: 'success' })
      form.change({ current: '', password: '' })
      onChanged()
    },
    (error) => {
      const coded = error instanceof CodedError ? error : null
      if (coded?.code === 'wrong_credentials')
        return form.refuse({ current: accountTexts.currentWrong })
      const weakness = coded && explainWeakness(coded)
      if (weakness) return form.refuse({ password: weakness })
      const seconds = coded?.retryAfterSeconds
      return seconds ? tooManyTries(seconds) : adminTexts.passwordFailed
    },
  )

  function send(): void {
    const isMissing = form.values.current === ''
    const weakness = findPasswordProblem(form.values.password)
    form.refuse({ current: isMissing ? accountTexts.currentMissing : null, password: weakness })
    if (!isMissing && !weakness) void save()
  }

  return (
    <form {...form.props(send)} className="grid max-w-narrow gap-5">
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.field('current')}
        label={accountTexts.currentPassword}
        readOnly={isBusy}
        required
        autoComplete="current-password"
      />
      <NewPasswordField {...form.field('password')} readOnly={isBusy} />
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
