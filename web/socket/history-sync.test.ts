import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { History } from '#contract/message.ts'
import { SEED } from '#test/fakes/generated.ts'
import { aMessage, BETO } from '#test/fakes/room.ts'
import { runs } from '#test/worker/runs.ts'
import { HistorySync } from './history-sync.ts'
import type { RoomState } from './room-state.ts'
import { INITIAL_ROOM_STATE, reduceRoom } from './room-state.ts'

const aStep = fc.record({
  what: fc.constantFrom(
    'say' as const,
    'say unheard' as const,
    'load' as const,
    'earlier' as const,
  ),
  count: fc.integer({ min: 1, max: 2 * LIMITS.historyPage }),
  fails: fc.boolean(),
  heard: fc.nat(2),
})

test('R13 whatever is heard, missed or fails, a conversation that was loaded has no hole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(120), fc.array(aStep, { maxLength: 8 }), async (before, steps) => {
      let last = before
      let failing = false
      let heardMeanwhile = 0
      let state: RoomState = INITIAL_ROOM_STATE
      const known = () => state.conversations.get(BETO.id)
      const hear = (number: number) => {
        const message = { type: 'message' as const, message: numbered(number), unread: 0 }
        state = reduceRoom(state, { type: 'received', message, at: 0 })
        sync.fillHole(BETO.id)
      }
      const say = () => {
        last += 1
        hear(last)
      }
      const sayMeanwhile = () => {
        heardMeanwhile -= 1
        if (heardMeanwhile >= 0) say()
      }
      const sync = new HistorySync({
        fetch: async (_, cursor) => {
          if (failing) throw new Error('The network is away.')
          sayMeanwhile()
          const page = readPage(last, cursor)
          sayMeanwhile()
          return page
        },
        getConversation: known,
        dispatch: (event) => {
          state = reduceRoom(state, event)
        },
        onError: () => {},
      })
      const close = sync.open(BETO.id)
      for (const { what, count, fails, heard } of steps) {
        failing = fails
        heardMeanwhile = heard
        if (what === 'load') await sync.load(BETO.id)
        else if (what === 'earlier') await sync.loadEarlier(BETO.id)
        else if (what === 'say') say()
        else last += count
        const numbers = known()?.messages.map(({ number }) => number) ?? []
        expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
      }
      failing = false
      heardMeanwhile = 0
      await settled()
      await sync.load(BETO.id)
      await settled()
      while (known()?.hasEarlier) await sync.loadEarlier(BETO.id)
      const numbers = known()?.messages.map(({ number }) => number)
      expect(numbers).toEqual(Array.from({ length: last }, (_, at) => at + 1))
      expect(known()).toMatchObject({ load: 'loaded', completeThrough: last })
      const loaded = known()?.messages
      if (last > 0) hear(last)
      expect(known()?.messages).toBe(loaded)
      close()
    }),
    { seed: SEED, numRuns: runs(60, 5_000) },
  )
})

test('R13 a load that is asked for while one runs follows it', async () => {
  let last = 1
  let state: RoomState = INITIAL_ROOM_STATE
  const sync = new HistorySync({
    fetch: async (_, cursor) => {
      const page = readPage(last, cursor)
      // The connection was lost and is back: what came meanwhile was not heard.
      if (last === 1) {
        last = 3
        void sync.load(BETO.id)
      }
      return page
    },
    getConversation: () => state.conversations.get(BETO.id),
    dispatch: (event) => {
      state = reduceRoom(state, event)
    },
    onError: (error) => expect.fail(String(error)),
  })
  sync.open(BETO.id)
  await settled()
  const numbers = state.conversations.get(BETO.id)?.messages.map(({ number }) => number)
  expect(numbers).toEqual([1, 2, 3])
})

/** Its time says nothing of its place. */
const numbered = (number: number) => aMessage(number, { createdAt: (number * 7_919) % 1_000 })

/** The server's page of a conversation whose last number is this. */
function readPage(last: number, cursor: { before?: number; after?: number }): History {
  const most = LIMITS.historyPage
  const from = cursor.after ?? Math.max(0, (cursor.before ?? last + 1) - 1 - most)
  const to = Math.min(last, cursor.before === undefined ? from + most : cursor.before - 1)
  const messages = Array.from({ length: Math.max(0, to - from) }, (_, at) =>
    numbered(from + at + 1),
  )
  return { messages, hasEarlier: from > 0 }
}

/** Until every load that runs has ended. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}
