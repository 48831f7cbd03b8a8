import { useEffect, useRef } from 'react'
import { unreadTitle } from '#contract/texts/people.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { ringOnce } from './ring-once.ts'
import { signalItem } from './signal-choice.ts'
import { countUnread, hasNewUnread } from './unread.ts'

/** Signals unread messages in the tab title, on the app badge and, if chosen, by sound. */
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
    // Only installed apps have a badge, and not every browser can set it.
    navigator.setAppBadge?.(count).catch(() => undefined)
  }, [count])
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => undefined), [])
}
