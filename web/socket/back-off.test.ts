import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { makeRandom } from '#test/fakes/luma.ts'
import { BackOff } from './back-off.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** How long the wait takes, by the fake clock. */
async function measure(backOff: BackOff): Promise<number> {
  const began = Date.now()
  const ended = backOff.wait().then(() => Date.now())
  await vi.advanceTimersByTimeAsync(60_000)
  return (await ended) - began
}

test('the ceiling doubles from 1 s to 30 s; 10 s of connection reset it, less does not', async () => {
  const backOff = new BackOff(() => 1)
  const waits: number[] = []
  for (const connectedForMs of [null, null, null, 9_999, null, null, null, 10_000]) {
    if (connectedForMs !== null) {
      backOff.connected()
      await vi.advanceTimersByTimeAsync(connectedForMs)
    }
    backOff.disconnected(1006)
    waits.push(await measure(backOff))
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 1_000])
})

test('full jitter: from 0 to the ceiling', async () => {
  for (const random of [...Array<undefined>(200), () => 0]) {
    const backOff = new BackOff(random)
    backOff.disconnected(1006)
    backOff.disconnected(1006)
    const wait = await measure(backOff)
    expect(wait).toBeGreaterThanOrEqual(0)
    expect(wait).toBeLessThanOrEqual(random ? 0 : 2_000)
  }
})

test('4200-4299 reconnects at once after a connection that had opened', async () => {
  const backOff = new BackOff(() => 1)
  backOff.connected()
  for (const wait of [0, 2_000]) {
    backOff.disconnected(CLOSE.silent)
    expect(await measure(backOff)).toBe(wait)
  }
})

test('R5 R16 after half a second without a server a crowd is back within 10 s, 99 % of it within 5 s', async () => {
  const [people, outageMs] = [1_000, 500]
  const lostAt = Date.now()
  const random = makeRandom(1)
  const come = async (): Promise<number> => {
    const backOff = new BackOff(random)
    do {
      backOff.disconnected(1006)
      await backOff.wait()
    } while (Date.now() - lostAt < outageMs)
    return Date.now() - lostAt
  }
  const coming = Array.from({ length: people }, come)
  await vi.advanceTimersByTimeAsync(60_000)
  const backMs = (await Promise.all(coming)).sort((one, other) => one - other)
  expect(backMs.at(-1)).toBeLessThanOrEqual(10_000)
  expect(backMs[people * 0.99]).toBeLessThanOrEqual(5_000)
})
