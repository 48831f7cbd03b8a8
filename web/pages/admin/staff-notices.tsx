import { useEffect, useState } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { deskTexts } from '#contract/texts/help-desk.ts'
import { adminCall, sessionPrompt } from '#web/api/admin-call.ts'
import type { NoticesPlace, NoticesState } from '#web/features/notices/notices.ts'
import { renewNotices } from '#web/features/notices/notices.ts'
import { NoticesSwitch } from '#web/features/notices/notices-switch.tsx'
import { staffNoticesItem } from '#web/session/notices.ts'

const SUBSCRIPTION: Omit<NoticesPlace, 'pushKey'> = {
  item: staffNoticesItem,
  keep: (subscription) => adminCall(ADMIN_ENDPOINTS.subscribe, {}, subscription, { quiet: true }),
  end: () => adminCall(ADMIN_ENDPOINTS.unsubscribe, {}, undefined, { quiet: true }),
}

/** Notices of owners and staff: another session on this phone goes on with them. */
export function StaffNotices({ pushKey }: Pick<NoticesPlace, 'pushKey'>) {
  const [renewed, setRenewed] = useState<NoticesState | null>(null)
  useEffect(() => {
    const renew = () => void renewNotices({ ...SUBSCRIPTION, pushKey }).then(setRenewed)
    renew()
    // The subscription has ended with the former session.
    return sessionPrompt.onAnswered(renew)
  }, [pushKey])
  return (
    <div className="rounded-xl border border-line bg-raised py-1.5">
      <NoticesSwitch
        place={{ ...SUBSCRIPTION, pushKey }}
        texts={deskTexts.notices}
        renewed={renewed}
      />
    </div>
  )
}
