import { useState } from 'react'
import * as v from 'valibot'
import { linkTokenSchema } from '#contract/admin.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { SET_PASSWORD_FRAGMENT } from '#contract/admin-paths.ts'
import { CodedError, hasCode } from '#contract/errors.ts'
import { adminTexts, tooManyTries } from '#contract/texts/admin.ts'
import { call } from '#web/api/call.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useForm } from '#web/ui/use-form.ts'
import { explainWeakness, findPasswordProblem, NewPasswordField } from './password-field.tsx'

interface NewPasswordFormProps {
  token: string
  onSaved: () => void
}

export function NewPasswordForm({ token, onSaved }: NewPasswordFormProps) {
  const form = useForm({ password: '' })
  const { password } = form.values
  const [isExpired, setIsExpired] = useState(false)
  const [save, isBusy] = useAct(
    async () => {
      await call(ADMIN_ENDPOINTS.setPassword, {}, { token, password })
      const { newPasswordSaved: title, newPasswordSavedDetail: description } = adminTexts
      showToast({ title, description, tone: 'success' })
      onSaved()
    },
    (error) => {
      if (hasCode(error, 'link_expired')) setIsExpired(true)
      else form.refuse({ password: describeFailure(error) })
    },
  )

  function send(): void {
    const problem = findPasswordProblem(password)
    form.refuse({ password: problem })
    if (!problem) void save()
  }

  if (isExpired) return <DeadLink />
  return (
    <form {...form.props(send)} className="grid gap-5">
      <NewPasswordField {...form.field('password')} readOnly={isBusy} enterKeyHint="go" />
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

function describeFailure(error: unknown): string {
  if (!(error instanceof CodedError)) return adminTexts.passwordFailed
  if (error.code === 'throttled') return tooManyTries(error.retryAfterSeconds ?? 1)
  return explainWeakness(error) ?? adminTexts.passwordFailed
}

/** The token after `#`. Null: a truncated link. Undefined: not a one-time link. */
export function readPasswordToken(hash: string): string | null | undefined {
  const start = `#${SET_PASSWORD_FRAGMENT}`
  if (!hash.startsWith(start)) return undefined
  const token = hash.slice(start.length)
  return v.is(linkTokenSchema, token) ? token : null
}
