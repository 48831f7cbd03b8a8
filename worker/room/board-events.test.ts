import { expect, test, vi } from 'vitest'
import { aPerson } from '#test/cast/room-cast.ts'
import type { Presence } from './presence.ts'
import { Reporter } from './reporter.ts'
import type { Roster } from './roster.ts'
import type { Sockets } from './sockets.ts'

test('R15 by a clock that goes back no report waits for longer than a second', async () => {
  vi.useFakeTimers()
  try {
    const send = vi.fn(async () => ({ watchedUntil: Date.now() + 90_000 }))
    const roster = { find: () => null } as unknown as Roster
    const sockets = { all: () => [] } as unknown as Sockets
    const reporter = new Reporter(() => 'K7M2QX', roster, {} as Presence, sockets, send)
    const event = { kind: 'entered' as const, person: aPerson(1) }
    reporter.note([event])
    await vi.advanceTimersByTimeAsync(1_000)
    vi.setSystemTime(Date.now() - 3_600_000)
    reporter.note([event])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(send).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})
