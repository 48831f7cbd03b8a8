import type { RoomParts } from './parts.ts'

export interface ForgetsAlarm {
  /** When the alarm fires has to be found out anew. */
  forgetAlarm: () => void
}

/**
 * After an act that failed: whatever is remembered of the storage is read again, and who was told
 * something else is told. Memory is a cache here as it is after a sleep, but the feed and the sockets
 * go on.
 */
export function recover(parts: RoomParts, { forgetAlarm }: ForgetsAlarm): void {
  const { tables, roster, due, chatLog, budgets, attendance, connected, feed, wakeBy } = parts
  tables.recall()
  roster.forget()
  due.forget()
  chatLog.forget()
  budgets.forgetSaid()
  attendance.forget()
  connected.forget()
  forgetAlarm()
  if (!tables.ready) return
  feed.correct()
  const now = Date.now()
  wakeBy(now, now)
}
