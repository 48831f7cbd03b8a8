import { expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { SiteStop } from './site-stop.ts'

const { siteStateAskedEveryMs: every } = TIMINGS

test('T53 a room asks D1 once in 30 s whether entrances are stopped', async () => {
  const answers = [false, true]
  const read = vi.fn(async () => answers.shift() ?? false)
  const stop = new SiteStop(read)
  const asked = [0, 1, every - 1, every, 2 * every - 1].map((now) => stop.isStopped(now))
  expect(await Promise.all(asked)).toEqual([false, false, false, true, true])
  expect(read).toHaveBeenCalledTimes(2)
})

test('R18 people enter while D1 does not say whether entrances are stopped', async () => {
  const written = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const answers = [async () => true, () => Promise.reject(new Error('D1_ERROR: away'))]
  const stop = new SiteStop(() => answers.shift()?.() ?? Promise.resolve(true))
  const asked = [0, every, 2 * every].map((now) => stop.isStopped(now))
  expect(await Promise.all(asked)).toEqual([true, false, true])
  expect(written.mock.calls.join()).toContain('site_state_unknown')
})
