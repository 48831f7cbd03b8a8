import { CodedError } from '#contract/errors.ts'
import { tooManyTries } from '#contract/texts/admin.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

/** Why the browser's question came to nothing. */
export function showPasskeyFailure(error: unknown): void {
  showToast(explain(error))
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
