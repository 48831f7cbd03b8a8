import { expect, inject, test } from 'vitest'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import { noteFigures, percentile } from './figures.ts'
import type { LoginSeen } from './logins.ts'
import { addAdmins, logIn, workerWithChecksOf } from './logins.ts'
import { Random } from './random.ts'
import { rankTest } from './rank-test.ts'

const { seed, sizes, isFull } = inject('chaos')
const { p, samples } = sizes.loginTimes
/** Few samples on a busy machine tell a check of a password from none, and no more. */
const BOUNDS = isFull ? { ms: 5, p: 0.01 } : { ms: Number.POSITIVE_INFINITY, p: 0.0001 }
const WARM_UP = 3

test('T30 an unknown email takes as long as a wrong password, and gets the same answer', async () => {
  const bundle = workerWithChecksOf(p)
  await withServer({ bundle }, async (server) => {
    const known = Array.from({ length: samples + WARM_UP }, (_, at) => `known-${at}@brinde.test`)
    await addAdmins(server, known, p)
    const seen = await sample(server, known)
    const [knownMs, unknownMs] = [seen.known.map(({ ms }) => ms), seen.unknown.map(({ ms }) => ms)]
    const [knownP50, unknownP50] = [percentile(knownMs, 0.5), percentile(unknownMs, 0.5)]
    const apartMs = Math.abs(knownP50 - unknownP50)
    const likely = rankTest(knownMs, unknownMs)
    noteFigures('login times', {
      'samples of each': samples,
      'known p50 ms': knownP50.toFixed(1),
      'unknown p50 ms': unknownP50.toFixed(1),
      'apart ms': apartMs.toFixed(2),
      'rank test p': likely.toFixed(4),
    })
    const answers = [...seen.known, ...seen.unknown].map(({ status, body }) => status + body)
    expect([...new Set(answers)]).toEqual([expect.stringContaining('401')])
    expect(apartMs).toBeLessThan(Math.min(BOUNDS.ms, Math.max(knownP50, unknownP50) / 2))
    expect(likely).toBeGreaterThan(BOUNDS.p)
  })
})

/** From ever new networks, one login at a time, the two kinds in random order. */
async function sample(server: ChaosServer, known: readonly string[]) {
  const random = new Random(seed, 'login times')
  const seen = { known: [] as LoginSeen[], unknown: [] as LoginSeen[] }
  for (const [at, email] of known.entries()) {
    for (const kind of random.shuffle(['known', 'unknown'] as const)) {
      const address = `10.${kind.length}.${at >> 8}.${at & 255}`
      const name = kind === 'known' ? email : email.replace('known', 'nobod')
      const one = await logIn(server, { email: name, address })
      if (at >= WARM_UP) seen[kind].push(one)
    }
  }
  return seen
}

test('the rank test knows equal samples from others', () => {
  const [low, high] = [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
  ]
  expect(rankTest(low, low)).toBeCloseTo(1, 5)
  // The values of scipy.stats.mannwhitneyu.
  expect(rankTest(low, high)).toBeCloseTo(0.000157, 5)
  expect(rankTest([1, 2, 2, 3, 7, 9], [2, 3, 8, 8, 10, 4])).toBeCloseTo(0.224839, 5)
})
