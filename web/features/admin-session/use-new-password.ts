import { useRef, useState } from 'react'
import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { countGraphemes } from '#contract/plain-text.ts'
import { adminTexts, tooManyTries } from '#contract/texts/admin.ts'
import { setPassword } from '#web/api/admin-session.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

export function findPasswordProblem(password: string): string | null {
  if (countGraphemes(password) < LIMITS.passwordCharactersMin) return adminTexts.passwordTooShort
  return password.length > LIMITS.passwordCharacters ? adminTexts.passwordTooLong : null
}

export function useNewPassword(token: string) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isExpired, setIsExpired] = useState(false)
  const isSubmitting = useRef(false)

  async function submit(password: string): Promise<boolean> {
    if (isSubmitting.current) return false
    const found = findPasswordProblem(password)
    setProblem(found)
    if (found) return false
    isSubmitting.current = true
    setIsBusy(true)
    try {
      await setPassword({ token, password })
      const { newPasswordSaved: title, newPasswordSavedDetail: description } = adminTexts
      showToast({ title, description, tone: 'success' })
      return true
    } catch (error) {
      if (error instanceof CodedError && error.code === 'link_expired') setIsExpired(true)
      else setProblem(describeFailure(error))
      return false
    } finally {
      isSubmitting.current = false
      setIsBusy(false)
    }
  }

  return { problem, isBusy, isExpired, submit, forgetProblem: () => setProblem(null) }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof CodedError)) return adminTexts.passwordFailed
  if (error.code === 'weak_password') return adminTexts.passwordTooCommon
  if (error.code === 'throttled') return tooManyTries(error.retryAfterSeconds ?? 1)
  return adminTexts.passwordFailed
}
