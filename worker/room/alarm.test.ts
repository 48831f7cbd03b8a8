import { expect, test } from 'vitest'
import type { Departures } from './departures.ts'
import type { Doorway } from './doorway.ts'
import { Duties } from './duties.ts'
import type { News } from './feed.ts'
import type { RoomParts } from './parts.ts'

const HOUR_MS = 3_600_000

test('R15 whose grace runs out after the clock went back is told offline like anybody', () => {
  const told: string[] = []
  const graces = new Map<string, number>()
  const nothing = () => {}
  const parts = {
    tables: { ready: true },
    acts: { recoverOwed: nothing },
    chatLog: { reads: { writeCursors: nothing } },
    sockets: { all: () => [] },
    connected: { save: nothing, savedAt: () => null },
    tries: { purge: nothing },
    strikes: { purge: nothing },
    removals: { purge: nothing },
    presence: {
      listGoneOffline: (from: number, to: number) =>
        [...graces].filter(([, at]) => at >= from && at <= to).map(([id]) => id),
    },
    feed: { tell: (news: News[]) => told.push(...news.map((one) => one.kind)) },
  }
  const departures = { endDue: nothing } as unknown as Departures
  const doorway = { leaveAgain: nothing } as unknown as Doorway
  const duties = new Duties(parts as unknown as RoomParts, departures, doorway)
  const now = Date.now()
  expect(duties.attend(now)).toBe(true)
  graces.set('ana', now - HOUR_MS + 8_000)
  expect(duties.attend(now - HOUR_MS + 8_001)).toBe(true)
  expect(told).toEqual(['presence'])
  graces.set('bia', now - HOUR_MS + 20_000)
  graces.delete('ana')
  duties.attend(now - HOUR_MS + 20_000)
  expect(told).toEqual(['presence', 'presence'])
})
