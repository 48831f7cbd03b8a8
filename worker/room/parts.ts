import type { Acts } from './acts.ts'
import type { Attendance } from './attendance.ts'
import type { Budgets } from './budgets.ts'
import type { ChatLog } from './chat-log.ts'
import type { Connected } from './connected.ts'
import type { Directory } from './directory.ts'
import type { DueVisits } from './due-visits.ts'
import type { Feed } from './feed.ts'
import type { RoomLimits } from './limits.ts'
import type { PhoneTries } from './phone-tries.ts'
import type { PhotoErasures } from './photo-erasures.ts'
import type { Presence } from './presence.ts'
import type { Removals } from './removals.ts'
import type { Reporter } from './reporter.ts'
import type { Roster } from './roster.ts'
import type { Sockets } from './sockets.ts'
import type { Strikes } from './strikes.ts'
import type { Tables } from './tables.ts'

/** What the acts of a room work with. */
export interface RoomParts {
  acts: Acts
  tables: Tables
  roster: Roster
  due: DueVisits
  directory: Directory
  chatLog: ChatLog
  presence: Presence
  sockets: Sockets
  connected: Connected
  feed: Feed
  reporter: Reporter
  tries: PhoneTries
  strikes: Strikes
  budgets: Budgets
  limits: RoomLimits
  /** Makes sure that the room's alarm fires by then. Called in the turn of what makes it due. */
  wakeBy: (at: number, now: number) => void
  /** Resolves when everything written so far is durable. */
  committed: () => Promise<void>
  removals: Removals
  attendance: Attendance
  photos: PhotoErasures
  /** Runs the effects that a change has made due. Called within the change. */
  noteEffects: (now: number) => void
  /** Notes a photo to erase. Called within the change that makes it nobody's. */
  erasePhoto: (path: string) => void
}
