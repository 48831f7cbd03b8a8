import { useEffect, useRef } from 'react'
import { unreadTitle } from '#contract/texts/people.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { ringOnce } from './ring-once.ts'
import { signalItem } from './signal-choice.ts'
import { countUnread, hasNewUnread } from './unread.ts'

/**
 * Tells of unread messages outside of the page: in the tab's title, on the icon of the installed
 * app, and with a sound for who asked for one. `openPersonId` is whose conversation is shown.
 */
export function useMessageSignal(title: string, openPersonId: string | null = null): void {
  const unread = useRoom((room) => room.unread)
  const isLoaded = useRoom((room) => room.you !== null)
  const count = countUnread(unread)
  const before = useRef<ReadonlyMap<string, number> | null>(null)
  useDocumentTitle(unreadTitle(count, title))

  useEffect(() => {
    if (!isLoaded) return
    const beingRead = document.hidden ? null : openPersonId
    const isNews = hasNewUnread(before.current, unread, beingRead)
    before.current = unread
    if (isNews && signalItem.read() === 'on') void ringOnce()
  }, [isLoaded, unread, openPersonId])

  useEffect(() => {
    // Only an installed app has an icon, and not every browser lets a page write on it.
    navigator.setAppBadge?.(count).catch(() => undefined)
  }, [count])
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => undefined), [])
}
