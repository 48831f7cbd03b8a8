import { expect, test, vi } from 'vitest'
import { aPerson } from '#test/fakes/room.ts'
import { BoardEvents } from './board-events.ts'
import type { Boards } from './boards.ts'
import type { People } from './people.ts'
import type { Presence } from './presence.ts'
import type { Schema } from './schema.ts'
import type { Sockets } from './sockets.ts'

test('R15 by a clock that goes back no report waits for longer than a second', async () => {
  vi.useFakeTimers()
  try {
    const send = vi.fn(async () => ({ watchedUntil: Date.now() + 90_000 }))
    const people = { find: () => null } as unknown as People
    const schema = { isReady: true, room: { barId: 'K7M2QX' } } as unknown as Schema
    const boards = { isEmpty: true, tell: () => {} } as unknown as Boards
    const sockets = { all: () => [] } as unknown as Sockets
    const boardEvents = new BoardEvents(schema, people, {} as Presence, sockets, boards, send)
    const event = { kind: 'entered' as const, person: aPerson(1) }
    boardEvents.note([event], false)
    await vi.advanceTimersByTimeAsync(1_000)
    vi.setSystemTime(Date.now() - 3_600_000)
    boardEvents.note([event], false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(send).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})
