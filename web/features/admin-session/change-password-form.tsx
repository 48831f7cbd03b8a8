import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import { accountTexts } from '#contract/texts/account.ts'
import { adminTexts, tooManyTries } from '#contract/texts/admin.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
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

type Field = 'current' | 'next'
type Problems = Partial<Record<Field, string>>

export function ChangePasswordForm({ email, onChanged }: ChangePasswordFormProps) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const fields = { current: useRef<HTMLInputElement>(null), next: useRef<HTMLInputElement>(null) }
  const forgetProblem = (field: Field) => setProblems(({ [field]: _, ...others }) => others)

  function refuse(field: Field, problem: string): void {
    setProblems({ [field]: problem })
    fields[field].current?.focus()
  }
  const [save, isBusy] = useAct(
    async () => {
      setProblems({})
      await adminCall(ADMIN_ENDPOINTS.changePassword, {}, { current, password: next })
      const { saved: title, savedDetail: description } = accountTexts
      showToast({ title, description, tone: 'success' })
      setCurrent('')
      setNext('')
      onChanged()
    },
    (error) => {
      const coded = error instanceof CodedError ? error : null
      if (coded?.code === 'wrong_credentials') return refuse('current', accountTexts.currentWrong)
      const weakness = coded && explainWeakness(coded)
      if (weakness) return refuse('next', weakness)
      fields.current.current?.focus()
      const seconds = coded?.retryAfterSeconds
      return seconds ? tooManyTries(seconds) : adminTexts.passwordFailed
    },
  )

  function send(event: FormEvent): void {
    event.preventDefault()
    if (current === '') return refuse('current', accountTexts.currentMissing)
    const weakness = findPasswordProblem(next)
    if (weakness) return refuse('next', weakness)
    void save()
  }

  return (
    <form noValidate onSubmit={send} className="grid max-w-narrow gap-5">
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        ref={fields.current}
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
      <NewPasswordField
        ref={fields.next}
        error={problems.next}
        value={next}
        readOnly={isBusy}
        onChange={(event) => {
          setNext(event.target.value)
          forgetProblem('next')
        }}
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
