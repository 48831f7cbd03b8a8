import { useEffect, useEffectEvent } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { noticesOfVisit, renewNotices } from '#web/features/notices/notices.ts'
import { pageData } from '#web/page-data.ts'
import { useVisit } from '#web/socket/use-room.ts'
import { onVisibility } from '#web/ui/on-visibility.ts'

/** Notices of this visit: renewed, opened here when one is pressed, gone once they are read. */
export function useVisitNotices(openPersonId: string | undefined): void {
  const { barId, secret } = useVisit()
  const navigate = useNavigate()
  const hasSheet = useLocation().state !== null
  useEffect(() => {
    const { pushKey } = pageData()
    if (pushKey) void renewNotices(noticesOfVisit({ barId, secret }, pushKey))
  }, [barId, secret])

  const open = useEffectEvent((event: MessageEvent<unknown>) => {
    const params = matchPath(PAGES.chat, String(event.data))?.params
    if (!params?.userId || params.barId !== barId) return
    event.ports[0]?.postMessage(true)
    // The phone's "back" leads from every chat to the list, not to a person's sheet.
    navigate(address(PAGES.chat, { barId, userId: params.userId }), {
      replace: openPersonId !== undefined || hasSheet,
    })
  })
  useEffect(() => {
    const worker = navigator.serviceWorker
    worker?.addEventListener('message', open)
    return () => worker?.removeEventListener('message', open)
  }, [])

  useEffect(() => {
    if (!openPersonId) return
    const closeIfSeen = () =>
      document.hidden ||
      closeNotice(address(PAGES.chat, { barId, userId: openPersonId })).catch(() => undefined)
    closeIfSeen()
    return onVisibility(closeIfSeen)
  }, [barId, openPersonId])
}

async function closeNotice(tag: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notice of (await registration?.getNotifications({ tag })) ?? []) notice.close()
}
