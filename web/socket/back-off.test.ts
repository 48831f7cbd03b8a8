import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { BackOff } from './back-off.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** How long the wait takes, by the fake clock. */
async function measure(backOff: BackOff): Promise<number> {
  const began = Date.now()
  let ended = Number.NaN
  void backOff.wait().then(() => {
    ended = Date.now()
  })
  await vi.advanceTimersByTimeAsync(60_000)
  return ended - began
}

function lose(backOff: BackOff, times: number): void {
  for (let lost = 0; lost < times; lost += 1) backOff.disconnected(1006)
}

test('the ceiling doubles from 1 s to 30 s', async () => {
  const backOff = new BackOff(() => 1)
  const waits: number[] = []
  for (let failure = 0; failure < 7; failure += 1) {
    backOff.disconnected(1006)
    waits.push(await measure(backOff))
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('full jitter: from 0 to the ceiling', async () => {
  for (const random of [...Array<undefined>(200), () => 0]) {
    const backOff = new BackOff(random)
    lose(backOff, 2)
    const wait = await measure(backOff)
    expect(wait).toBeGreaterThanOrEqual(0)
    expect(wait).toBeLessThanOrEqual(random ? 0 : 2_000)
  }
})

test('4200-4299 reconnects at once after a connection that had opened', async () => {
  const backOff = new BackOff(() => 1)
  backOff.connected()
  backOff.disconnected(CLOSE.silent)
  expect(await measure(backOff)).toBe(0)
  backOff.disconnected(CLOSE.silent)
  expect(await measure(backOff)).toBe(2_000)
})

test('10 s of connection reset the ceiling, less does not', async () => {
  const backOff = new BackOff(() => 1)
  lose(backOff, 2)
  backOff.connected()
  backOff.disconnected(1006)
  expect(await measure(backOff)).toBe(4_000)
  backOff.connected()
  await vi.advanceTimersByTimeAsync(10_000)
  backOff.disconnected(1006)
  expect(await measure(backOff)).toBe(1_000)
})
