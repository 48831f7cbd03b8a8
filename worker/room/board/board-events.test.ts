import { expect, test, vi } from 'vitest'
import { aPerson } from '#test/fakes/room.ts'
import { stopTimers } from '#test/worker/stopped-clock.ts'
import type { People } from '#worker/room/people/people.ts'
import type { PeopleIndex } from '#worker/room/people/people-index.ts'
import type { Presence } from '#worker/room/people/presence.ts'
import type { Sockets } from '#worker/room/sockets/sockets.ts'
import type { Schema } from '#worker/room/storage/schema.ts'
import { BoardEvents } from './board-events.ts'
import type { Boards } from './boards.ts'

const event = { kind: 'entered' as const, person: aPerson(1) }

test('R15 R32 a report that failed is repeated from the alarm, with the totals of then; none waits for longer than a second, though the clock goes back', async () => {
  stopTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const [wakeBy, report] = [vi.fn(), vi.fn(async () => ({ isWatched: true }))]
  const boardEvents = new BoardEvents({
    schema: { isReady: true, room: { barId: 'K7M2QX' } } as unknown as Schema,
    people: { find: () => null } as unknown as People,
    presence: {} as Presence,
    index: { counts: { online: 1, total: 2 } } as PeopleIndex,
    sockets: { all: () => [] } as unknown as Sockets,
    boards: { isEmpty: true } as unknown as Boards,
    report,
    wakeBy,
  })
  report.mockRejectedValueOnce(new Error('away'))
  boardEvents.watch(true)
  boardEvents.note([event])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(wakeBy).toHaveBeenCalledWith(Date.now() - 1_000 + 5_000)
  boardEvents.reportIfUnsure(Date.now())
  await vi.advanceTimersByTimeAsync(0)
  expect(report).toHaveBeenLastCalledWith({ barId: 'K7M2QX', online: 1, total: 2 })
  boardEvents.reportIfUnsure(Date.now())
  await vi.advanceTimersByTimeAsync(0)
  expect(report).toHaveBeenCalledTimes(2)

  vi.setSystemTime(Date.now() - 3_600_000)
  boardEvents.note([event])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(report).toHaveBeenCalledTimes(3)
})
