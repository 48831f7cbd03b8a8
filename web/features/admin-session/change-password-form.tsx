import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import { accountTexts } from '#contract/texts/account.ts'
import { adminTexts, tooManyTries } from '#contract/texts/admin.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
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

export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { email, onChanged } = props
  const { problems, isBusy, submit, forgetProblem } = useChangePassword()
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
      <NewPasswordField
        ref={nextField}
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

type Field = 'current' | 'next'
type Problems = Partial<Record<Field, string>>

/** `submit` resolves to the first invalid field, or to null on success. */
function useChangePassword() {
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setIsBusy] = useState(false)

  function refuse(field: Field, problem: string): Field {
    setProblems({ [field]: problem })
    return field
  }

  async function submit(current: string, next: string): Promise<Field | null> {
    if (isBusy) return 'current'
    if (current === '') return refuse('current', accountTexts.currentMissing)
    const weakness = findPasswordProblem(next)
    if (weakness) return refuse('next', weakness)
    setIsBusy(true)
    setProblems({})
    try {
      await adminCall(ADMIN_ENDPOINTS.changePassword, {}, { current, password: next })
      const { saved: title, savedDetail: description } = accountTexts
      showToast({ title, description, tone: 'success' })
      return null
    } catch (error) {
      return explain(error)
    } finally {
      setIsBusy(false)
    }
  }

  function explain(error: unknown): Field {
    const coded = error instanceof CodedError ? error : null
    if (coded?.code === 'wrong_credentials') return refuse('current', accountTexts.currentWrong)
    const weakness = coded && explainWeakness(coded)
    if (weakness) return refuse('next', weakness)
    const seconds = coded?.retryAfterSeconds
    const description = seconds ? tooManyTries(seconds) : adminTexts.passwordFailed
    showToast({ title: sharedTexts.error, description, tone: 'destructive' })
    return 'current'
  }

  return {
    problems,
    isBusy,
    submit,
    forgetProblem: (field: Field) => setProblems(({ [field]: _, ...others }) => others),
  }
}
