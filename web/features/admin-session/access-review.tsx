import type { OwnSession } from '#contract/admin-account.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { OwnPasskey } from '#contract/passkeys.ts'
import { accountTexts } from '#contract/texts/account.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useAsked } from '#web/ui/use-asked.ts'
import { PasskeysList } from './passkeys-list.tsx'
import { SessionsList } from './sessions-list.tsx'

export interface AccessReviewProps {
  onDone: () => void
}

/** Shows who may enter the account, at the first sign-in after a link set its password. */
export function AccessReview({ onDone }: AccessReviewProps) {
  const { value: access, ask } = useAsked(fetchAccess, { again: true })
  if (!access) return null
  return (
    <Dialog
      onClose={onDone}
      title={accountTexts.review}
      footer={<Button onClick={onDone}>{accountTexts.reviewDone}</Button>}
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="text-ink-soft">{accountTexts.reviewHint}</p>
        <h3 className="font-semibold">{passkeyTexts.title}</h3>
        <PasskeysList passkeys={access.passkeys} onChanged={ask} />
        <h3 className="font-semibold">{accountTexts.sessions}</h3>
        <SessionsList sessions={access.sessions} onChanged={ask} />
      </div>
    </Dialog>
  )
}

interface Access {
  passkeys: readonly OwnPasskey[]
  sessions: readonly OwnSession[]
}

async function fetchAccess(): Promise<Access> {
  const [{ passkeys }, { sessions }] = await Promise.all([
    adminCall(ADMIN_ENDPOINTS.listPasskeys, {}, undefined, { quiet: true }),
    adminCall(ADMIN_ENDPOINTS.listSessions, {}, undefined, { quiet: true }),
  ])
  return { passkeys, sessions }
}
