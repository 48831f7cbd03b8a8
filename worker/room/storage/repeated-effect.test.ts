import { expect, test, vi } from 'vitest'
import { RepeatedEffect } from './repeated-effect.ts'

/** Lets everything that waits for a promise go on. */
const turn = () => scheduler.wait(0)

test('an effect is attempted until nothing is due, and only once at a time', async () => {
  let due = 2
  const held: (() => void)[] = []
  const attempt = async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    due -= 1
  }
  const effect = new RepeatedEffect(() => due > 0, attempt, 'photo_not_erased')
  const runs = [effect.run(0), effect.run(0)]
  expect([held.length, effect.isDone]).toEqual([1, false])
  held[0]?.()
  await turn()
  expect([held.length, effect.isDone]).toEqual([2, false])
  held[1]?.()
  await Promise.all(runs)
  expect([due, effect.isDone, effect.nextDue(0)]).toEqual([0, true, null])
})

test('an effect that failed is due again after 5 s, then ever later, at most a minute', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.setSystemTime(1_000_000)
  const attempt = vi.fn(async () => {
    throw new Error('R2 is away')
  })
  const effect = new RepeatedEffect(() => true, attempt, 'photo_not_erased')
  const waits: number[] = []
  for (let failure = 0; failure < 6; failure += 1) {
    await effect.run(Date.now())
    // One that failed a moment ago is left alone.
    await effect.run(Date.now())
    const next = effect.nextDue(Date.now()) ?? 0
    waits.push(next - Date.now())
    vi.setSystemTime(next)
  }
  vi.useRealTimers()
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  expect([attempt.mock.calls.length, logged.mock.calls.length]).toEqual([6, 6])
})

test('R31 an attempt that is under way is waited for', async () => {
  let release = () => {}
  let isDue = true
  const effect = new RepeatedEffect(
    () => isDue,
    () => new Promise<void>((resolve) => (release = resolve)),
    'photo_not_erased',
  )
  void effect.run(0)
  let hasStopped = false
  const stopping = effect.stopped().then(() => {
    hasStopped = true
  })
  await turn()
  expect(hasStopped).toBe(false)
  isDue = false
  release()
  await stopping
})
