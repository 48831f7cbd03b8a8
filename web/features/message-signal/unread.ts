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

export function countUnread(unread: ReadonlyMap<string, number>): number {
  let count = 0
  for (const one of unread.values()) count += one
  return count
}
