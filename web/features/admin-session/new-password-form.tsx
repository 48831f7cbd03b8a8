import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { linkTokenSchema } from '#contract/admin.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { SET_PASSWORD_FRAGMENT } from '#contract/admin-paths.ts'
import { CodedError } from '#contract/errors.ts'
import { adminTexts, tooManyTries } from '#contract/texts/admin.ts'
import { call } from '#web/api/call.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { explainWeakness, findPasswordProblem, NewPasswordField } from './password-field.tsx'

interface NewPasswordFormProps {
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
      <NewPasswordField
        ref={field}
        error={problem}
        value={password}
        readOnly={isBusy}
        onChange={(event) => {
          setPassword(event.target.value)
          forgetProblem()
        }}
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

function useNewPassword(token: string) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isExpired, setIsExpired] = useState(false)

  const [save, isBusy] = useAct(
    async (password: string) => {
      await call(ADMIN_ENDPOINTS.setPassword, {}, { token, password })
      const { newPasswordSaved: title, newPasswordSavedDetail: description } = adminTexts
      showToast({ title, description, tone: 'success' })
      return true
    },
    (error) => {
      if (error instanceof CodedError && error.code === 'link_expired') setIsExpired(true)
      else setProblem(describeFailure(error))
    },
  )

  async function submit(password: string): Promise<boolean> {
    const found = findPasswordProblem(password)
    setProblem(found)
    return !found && ((await save(password)) ?? false)
  }

  return { problem, isBusy, isExpired, submit, forgetProblem: () => setProblem(null) }
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
