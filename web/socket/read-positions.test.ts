import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { ReadPositions } from './read-positions.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Positions whose sent frames the test sees. */
function aReader() {
  const said: [string, number][] = []
  const line = { isUp: true }
  const positions = new ReadPositions((personId, through) => {
    if (line.isUp) said.push([personId, through])
    return line.isUp
  })
  return { positions, said, line }
}

test('a position is said at once, and then once in ten seconds for each conversation', () => {
  const { positions, said } = aReader()
  for (let through = 1; through <= 5; through += 1) positions.read('bia', through)
  positions.read('caio', 7)
  expect(said).toEqual([
    ['bia', 1],
    ['caio', 7],
  ])
  vi.advanceTimersByTime(TIMINGS.readSaidEveryMs - 1)
  expect(said).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(said.slice(2)).toEqual([['bia', 5]])
  vi.advanceTimersByTime(10 * TIMINGS.readSaidEveryMs)
  expect(said).toHaveLength(3)
})

test('a closed conversation and a hidden page say at once what waits', () => {
  const { positions, said } = aReader()
  for (const partner of ['bia', 'caio'])
    for (const through of [1, 2]) positions.read(partner, through)
  positions.flush('bia')
  expect(said.slice(2)).toEqual([['bia', 2]])
  positions.flush()
  positions.flush()
  expect(said.slice(3)).toEqual([['caio', 2]])
})

test('without a connection a position waits for the next one', () => {
  const { positions, said, line } = aReader()
  line.isUp = false
  positions.read('bia', 3)
  vi.advanceTimersByTime(TIMINGS.readSaidEveryMs)
  line.isUp = true
  positions.connected()
  expect(said).toEqual([['bia', 3]])
})

test('a position that the room did not answer is said again on the next connection, an answered one is not', () => {
  const { positions, said } = aReader()
  positions.read('bia', 3)
  positions.read('caio', 7)
  positions.answered('bia', 3, 0)
  positions.connected()
  expect(said.slice(2)).toEqual([['caio', 7]])
})

test('a position in a conversation that is over is said once', () => {
  const { positions, said } = aReader()
  positions.read('bia', 3)
  positions.answered('bia', 0, 0)
  vi.advanceTimersByTime(10 * TIMINGS.readSaidEveryMs)
  expect(said).toHaveLength(1)
})

test('a position that the room refused is said again ten seconds later', () => {
  const { positions, said } = aReader()
  positions.read('bia', 3)
  positions.answered('bia', 3, 0)
  vi.advanceTimersByTime(TIMINGS.readSaidEveryMs)
  expect(said).toHaveLength(1)
  positions.read('bia', 5)
  positions.answered('bia', 3, 2)
  vi.advanceTimersByTime(TIMINGS.readSaidEveryMs)
  expect(said.slice(1)).toEqual([
    ['bia', 5],
    ['bia', 5],
  ])
})

test('R15 a clock that goes back holds no position up', () => {
  const { positions, said } = aReader()
  positions.read('bia', 1)
  vi.setSystemTime(Date.now() - 3_600_000)
  positions.read('bia', 2)
  vi.advanceTimersByTime(TIMINGS.readSaidEveryMs)
  expect(said).toHaveLength(2)
})
