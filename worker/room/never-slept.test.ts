import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { durationOf, evenings, RandomEvening } from '#test/worker/random-evening.ts'
import { isFullSize, runs } from '#test/worker/runs.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

test('R4 R23 a room that is put to sleep before every one of 200 random events is the one that never slept', async () => {
  stopClock()
  const beganAt = Date.now()
  const told: string[] = []
  const codes = new Set<number | undefined>()
  const kinds = new Set<string>()
  const play = fc.asyncProperty(evenings, async (moments) => {
    let now = beganAt
    vi.setSystemTime(now)
    const [sleepy, awake] = [await RandomEvening.begin(), await RandomEvening.begin()]
    for (const moment of moments) {
      await sleepy.sleep()
      if (await sleepy.catchUp()) await sleepy.sleep()
      await sleepy.happen(moment)
      vi.setSystemTime(now)
      await awake.catchUp()
      await awake.happen(moment)
      now += durationOf(moment)
      vi.setSystemTime(now)
    }
    await sleepy.sleep()
    const seen = await sleepy.atTheEnd()
    expect(seen).toEqual(await awake.atTheEnd())
    told.push(JSON.stringify(seen.told))
    for (const { closed } of seen.told) codes.add(closed)
    for (const kind of awake.kinds) kinds.add(kind)
  })
  await fc.assert(play, {
    numRuns: runs(1, 10),
    endOnFailure: true,
    // In the evening of this seed two people of a conversation end at once.
    ...(isFullSize() ? {} : { seed: -979_129_374, path: '8' }),
    // Reports the seed, which is the whole script, also for an evening that does not end.
    reporter({ failed, seed, counterexamplePath: path, errorInstance: cause }) {
      if (failed) throw new Error(`seed ${seed}, path ${path}: ${cause}`, { cause })
    },
  })
  // Everything that such evenings are to hold did happen.
  expect(told.join().split('"type":"stored"').length).toBeGreaterThan(20 * told.length)
  for (const reason of ['left', 'removed']) expect(told.join()).toContain(`"reason":"${reason}"`)
  expect(kinds).toContain('unlisted')
  const { misbehaved, silent } = CLOSE
  expect([...codes]).toEqual(expect.arrayContaining([misbehaved, silent]))
})
