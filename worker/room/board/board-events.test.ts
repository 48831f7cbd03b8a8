import { expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { idOf } from '#test/fakes/room.ts'
import { stopTimers } from '#test/worker/stopped-clock.ts'
import type { People } from '#worker/room/people/people.ts'
import type { PeopleIndex } from '#worker/room/people/people-index.ts'
import type { Presence } from '#worker/room/people/presence.ts'
import type { Help } from '#worker/room/safety/help.ts'
import type { RoomFile } from '#worker/room/storage/room-file.ts'
import { BoardEvents } from './board-events.ts'
import type { Boards } from './boards.ts'

test('R15 a board waits at most a second for a change, though the clock goes back', async () => {
  stopTimers()
  const broadcastFor = vi.fn()
  const boardEvents = new BoardEvents({
    file: { isReady: true } as unknown as RoomFile,
    people: { find: () => null } as unknown as People,
    presence: {} as Presence,
    index: { counts: { online: 1, total: 2 } } as PeopleIndex,
    boards: { isEmpty: false, team: () => new Set(), broadcastFor } as unknown as Boards,
    help: {} as Help,
    limits: LIMITS,
  })
  for (const passed of [0, -3_600_000]) {
    vi.setSystemTime(Date.now() + passed)
    broadcastFor.mockClear()
    boardEvents.note([{ kind: 'entered', personId: idOf(1) }])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(broadcastFor).toHaveBeenCalled()
  }
})
