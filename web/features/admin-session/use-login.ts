import { useRef, useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { CodedError } from '#contract/errors.ts'
import { adminTexts, tooManyTries, welcome } from '#contract/texts/admin.ts'
import { logIn } from '#web/api/admin-session.ts'
import { adminUserItem } from '#web/session/admin-user.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import type { LoginRefusal } from './read-login.ts'
import { readLoginAnswer, toLoginRefusal } from './read-login.ts'
import { useCountdown } from './use-countdown.ts'

export function useLogin(onLoggedIn: (user: AdminUser) => void) {
  const [isBusy, setIsBusy] = useState(false)
  const isSubmitting = useRef(false)
  const { seconds, start } = useCountdown()

  function refuse({ title, description }: LoginRefusal): false {
    showToast({ title, description, tone: 'destructive' })
    return false
  }

  async function submit(email: string, password: string): Promise<boolean> {
    if (isSubmitting.current || email.trim() === '' || password === '') return false
    if (seconds > 0) {
      return refuse({
        title: adminTexts.authenticationError,
        description: tooManyTries(seconds),
      })
    }
    isSubmitting.current = true
    setIsBusy(true)
    try {
      const { user, refusal } = readLoginAnswer(await logIn({ email, password }))
      if (refusal) return refuse(refusal)
      adminUserItem.write(user)
      showToast({
        title: adminTexts.loggedIn,
        description: welcome(user.email),
        tone: 'success',
      })
      onLoggedIn(user)
      return true
    } catch (error) {
      if (error instanceof CodedError && error.retryAfterSeconds) start(error.retryAfterSeconds)
      return refuse(toLoginRefusal(error))
    } finally {
      isSubmitting.current = false
      setIsBusy(false)
    }
  }

  return { isBusy, waitSeconds: seconds, submit }
}
