import { useState } from 'react'
import { CodedError } from '#contract/errors.ts'
import { tooManyTries } from '#contract/texts/admin.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

/** One question of the browser at a time. Says in a toast why it came to nothing. */
export function usePasskey(): {
  isBusy: boolean
  ask: <T>(call: () => Promise<T>) => Promise<T | null>
} {
  const [isBusy, setIsBusy] = useState(false)
  async function ask<T>(call: () => Promise<T>): Promise<T | null> {
    if (isBusy) return null
    setIsBusy(true)
    try {
      return await call()
    } catch (error) {
      showToast(explain(error))
      return null
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, ask }
}

function explain(error: unknown) {
  const code = error instanceof CodedError ? error.code : null
  if (code === 'wrong_credentials') {
    const { refused: title, notUsedDetail: description } = passkeyTexts
    return { title, description, tone: 'destructive' } as const
  }
  const { notUsed: title, notUsedDetail } = passkeyTexts
  const seconds = error instanceof CodedError ? error.retryAfterSeconds : undefined
  return { title, description: seconds ? tooManyTries(seconds) : notUsedDetail }
}
