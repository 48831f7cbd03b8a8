import { useRef, useState } from 'react'
import { CodedError } from '#contract/errors.ts'
import { accountTexts } from '#contract/texts/account.ts'
import { adminTexts, tooManyTries } from '#contract/texts/admin.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { changePassword } from '#web/api/admin-session.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { findPasswordProblem } from './use-new-password.ts'

type Field = 'current' | 'next'
type Problems = Partial<Record<Field, string>>

/** `submit` resolves to the first invalid field, or to null on success. */
export function useChangePassword(keepSession: <T>(call: () => Promise<T>) => Promise<T>) {
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setIsBusy] = useState(false)
  const isSubmitting = useRef(false)

  function refuse(field: Field, problem: string): Field {
    setProblems({ [field]: problem })
    return field
  }

  async function submit(current: string, next: string): Promise<Field | null> {
    if (isSubmitting.current) return 'current'
    if (current === '') return refuse('current', accountTexts.currentMissing)
    const weakness = findPasswordProblem(next)
    if (weakness) return refuse('next', weakness)
    isSubmitting.current = true
    setIsBusy(true)
    setProblems({})
    try {
      await keepSession(() => changePassword({ current, password: next }))
      const { saved: title, savedDetail: description } = accountTexts
      showToast({ title, description, tone: 'success' })
      return null
    } catch (error) {
      return explain(error)
    } finally {
      isSubmitting.current = false
      setIsBusy(false)
    }
  }

  function explain(error: unknown): Field {
    const code = error instanceof CodedError ? error.code : null
    if (code === 'wrong_credentials') return refuse('current', accountTexts.currentWrong)
    if (code === 'weak_password') return refuse('next', adminTexts.passwordTooCommon)
    const seconds = error instanceof CodedError ? error.retryAfterSeconds : undefined
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
