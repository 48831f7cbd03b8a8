import type { ChatLog } from './chat-log.ts'
import type { Feed } from './feed.ts'
import type { PhoneTries } from './phone-tries.ts'
import type { Presence } from './presence.ts'
import type { Removals } from './removals.ts'
import type { Reporter } from './reporter.ts'
import type { Roster } from './roster.ts'
import type { Sockets } from './sockets.ts'
import type { Tables } from './tables.ts'

/** What the acts of a room work with. */
export interface RoomParts {
  tables: Tables
  roster: Roster
  chatLog: ChatLog
  presence: Presence
  sockets: Sockets
  feed: Feed
  reporter: Reporter
  tries: PhoneTries
  removals: Removals
  /** Has the copy in D1 follow a change of a person. Called in the turn of the change. */
  noteChange: (personId: string, now: number) => void
  /** Erases a photo, afterwards and in its own time. */
  erasePhoto: (path: string) => void
}
