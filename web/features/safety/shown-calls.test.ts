import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BoardHelp } from '#contract/help.ts'
import { LIMITS } from '#contract/limits.ts'
import { openDesk } from './help-desk.ts'
import { ShownCalls } from './shown-calls.ts'

let stop = () => {}
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  page.visibilityState = 'visible'
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const aCall = (id: string, changes: Partial<BoardHelp> = {}): BoardHelp => ({
  id,
  kind: 'unwell',
  state: 'open',
  rank: 'known',
  isFolded: false,
  helper: null,
  isSeen: false,
  ageMs: 0,
  personId: `person ${id}`,
  name: id,
  table: '7',
  photo: null,
  ...changes,
})

function aBoard() {
  const desk = openDesk()
  const alarm = { isOn: true, sounds: true, listeners: new Set<() => void>() }
  const sent: [string, readonly string[], boolean][] = []
  const shown = new ShownCalls(
    desk,
    {
      isOn: () => alarm.isOn,
      sounds: async () => alarm.sounds,
      subscribe: (listener) => {
        alarm.listeners.add(listener)
        return () => alarm.listeners.delete(listener)
      },
    },
    (barId, ids, rings) => sent.push([barId, ids, rings]),
  )
  stop = shown.start()
  return {
    desk,
    shown,
    sent,
    setSound: (sounds: boolean) => {
      alarm.isOn = sounds
      alarm.sounds = sounds
      for (const listener of alarm.listeners) listener()
    },
    /** The sound stops or runs, and the browser says nothing of it. */
    stall: (stalls: boolean) => {
      alarm.sounds = !stalls
    },
    poll: (barId: string, ...help: BoardHelp[]) =>
      desk.dispatch({ type: 'polled', barId, help, at: Date.now() }),
    see: (barId: string, ...ids: string[]) =>
      desk.dispatch({
        type: 'frame',
        barId,
        at: Date.now(),
        frame: { number: 2, type: 'helpSeen', ids },
      }),
    /** Returns what was sent in this time. */
    wait: async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      return sent.splice(0)
    },
  }
}

test('T57 one frame confirms all calls of a bar, and repeats until they are seen', async () => {
  const { poll, see, shown, wait } = aBoard()
  poll('A', aCall('a1'), aCall('a2'), aCall('a3'))
  poll('B', aCall('b1'))
  for (const id of ['a1', 'a2', 'b1']) shown.show(id)
  expect(await wait(1)).toEqual([
    ['A', ['a1', 'a2'], true],
    ['B', ['b1'], true],
  ])
  see('A', 'a1')
  expect(await wait(1)).toHaveLength(2)
  expect(await wait(4_990)).toEqual([])
  see('B', 'b1')
  expect(await wait(1)).toEqual([['A', ['a2'], true]])
  expect(await wait(5_000)).toEqual([['A', ['a2'], true]])
  see('A', 'a2')
  expect(await wait(20_000)).toEqual([])
})

test('T57 a page that is hidden, or shows no card of a call, confirms nothing', async () => {
  const { poll, shown, wait } = aBoard()
  page.visibilityState = 'hidden'
  poll('A', aCall('a1'), aCall('a2'))
  const takeOff = shown.show('a1')
  expect(await wait(10_000)).toEqual([])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(await wait(1)).toEqual([['A', ['a1'], true]])
  takeOff()
  expect(await wait(10_000)).toEqual([])
})

test('T57 a board without sound says so once, and confirms when it rings', async () => {
  const { poll, shown, setSound, wait } = aBoard()
  setSound(false)
  poll('A', aCall('a1'))
  shown.show('a1')
  expect(await wait(20_000)).toEqual([['A', ['a1'], false]])
  setSound(true)
  expect(await wait(1)).toEqual([['A', ['a1'], true]])
})

test('T57 a board whose sound stalls for a moment confirms once it runs', async () => {
  const { poll, shown, stall, wait } = aBoard()
  stall(true)
  poll('A', aCall('a1'))
  shown.show('a1')
  expect(await wait(4_990)).toEqual([['A', ['a1'], false]])
  stall(false)
  expect(await wait(5_001)).toEqual([['A', ['a1'], true]])
})

test('T68 three hundred calls fit into frames that the room reads, the first in order at once', async () => {
  const { poll, see, shown, wait } = aBoard()
  const ids = Array.from({ length: 300 }, () => crypto.randomUUID())
  poll('A', ...ids.map((id, at) => aCall(id, { rank: 'new', isFolded: at > 2, ageMs: 300 - at })))
  for (const id of ids) shown.show(id)
  const confirmed: string[] = []
  while (confirmed.length < ids.length) {
    const [first] = await wait(5_001)
    const [, some = []] = first ?? []
    expect(some).toHaveLength(LIMITS.helpShownIds)
    const frame = JSON.stringify({ type: 'helpShown', ids: some, rings: true })
    expect(frame.length).toBeLessThanOrEqual(LIMITS.boardFrameCharacters)
    confirmed.push(...some)
    see('A', ...some)
  }
  expect(confirmed).toEqual(ids)
})
