import { unreadTitle } from '#contract/texts/people.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

/** Counts the unread messages in the tab's title. */
export function useUnreadTitle(title: string): void {
  const count = useRoom((room) => countUnread(room.unread))
  useDocumentTitle(unreadTitle(count, title))
}

export function countUnread(unread: ReadonlyMap<string, number>): number {
  let count = 0
  for (const one of unread.values()) count += one
  return count
}
