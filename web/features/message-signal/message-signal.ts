import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { asText, storedItem } from '#web/session/stored-item.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { countUnread } from './unread-title.ts'

/** Signals unread messages on the app's badge and, if chosen, by sound. */
export function useMessageSignal(openPersonId: string | null): void {
  const unread = useRoom((room) => room.unread)
  const isLoaded = useRoom((room) => room.you !== null)
  const count = countUnread(unread)
  const before = useRef<ReadonlyMap<string, number> | null>(null)

  useEffect(() => {
    if (!isLoaded) return
    const beingRead = document.hidden ? null : openPersonId
    const isNew = hasNewUnread(before.current, unread, beingRead)
    before.current = unread
    if (isNew && signalItem.read() === 'on') void ringOnce()
  }, [isLoaded, unread, openPersonId])

  useEffect(() => {
    // Only installed apps have a badge, and not every browser can set it.
    navigator.setAppBadge?.(count).catch(() => undefined)
  }, [count])
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => undefined), [])
}

/** `before` is null at page load: older unread messages are not new. */
export function hasNewUnread(
  before: ReadonlyMap<string, number> | null,
  now: ReadonlyMap<string, number>,
  beingRead: string | null,
): boolean {
  if (before === null) return false
  for (const [personId, unread] of now) {
    if (personId !== beingRead && unread > (before.get(personId) ?? 0)) return true
  }
  return false
}

/** False if this browser refuses to play it. */
export async function ringOnce(): Promise<boolean> {
  try {
    const { ring } = await import('./ring.ts')
    return await ring()
  } catch {
    // Offline there is no sound. The message is on the screen anyway.
    return true
  }
}

export const signalItem = storedItem('messageSignal', v.literal('on'), () => localStorage, asText)
