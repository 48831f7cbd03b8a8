import { expect, inject, test } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { ask } from '#test/client/api.ts'
import { COST, hashPassword } from '#worker/auth/passwords.ts'
import type { ChaosServer } from './chaos-server.ts'
import { readBuiltWorker, withServer } from './chaos-server.ts'
import { networkOf } from './endpoint.ts'
import { expectWithin } from './expect-within.ts'
import { noteFigures, percentile } from './figures.ts'
import { Random } from './random.ts'
import { rankTest } from './rank-test.ts'
import { besideVictims, expectUndisturbed, GROWTH_MIB, HONEST_EVERY_MS } from './victims.ts'
import { toSecret } from './workerd-config.ts'

const { seed, sizes, isFull } = inject('chaos')
/** Logins that are measured one at a time before the burst; other load slows both. */
const ALONE = 5
/** One thread runs everything here, scrypt too. */
const TIMES_ALONE = 10
const BUSY_S = 2
const APART_MS = 5
/** The kinds come in random order, so that load slows both. A few samples reveal only a missing check. */
const LIKELY = isFull ? 0.01 : 0.00001
const WARM_UP = 3
/** A statement has at most 100 kB. */
const ROWS_AT_ONCE = 200

/** Addresses in different networks. */
const anywhere = (at: number): string => `10.0.${at >> 8}.${at & 255}`

test('T31 a few of many simultaneous logins are checked, the rest refused at once, and chat goes on', async () => {
  const { p, atOnce } = sizes.logins
  await withServer({ honestLimits: true, bundle: workerWithChecksOf(p) }, async (server) => {
    const alone: number[] = []
    while (alone.length < ALONE) {
      alone.push((await logIn(server, `${alone.length}@alone.test`, '192.0.2.1')).ms)
    }
    const aloneMs = percentile(alone, 0.5)
    const besides = await besideVictims(server, HONEST_EVERY_MS, () =>
      Promise.all(
        Array.from({ length: atOnce }, (_, at) => logIn(server, `${at}@brinde.test`, anywhere(at))),
      ),
    )
    const { result: seen, growthMiB, figures } = besides
    const checked = seen.filter(({ status }) => status === 401).length
    const refused = seen.filter(({ status, retryAfterSeconds }) => {
      return status === 429 && retryAfterSeconds === BUSY_S
    }).length
    noteFigures('logins at once', {
      logins: atOnce,
      checked,
      refused,
      'longest ms': Math.round(Math.max(...seen.map(({ ms }) => ms))),
      'one alone ms': Math.round(aloneMs),
      ...figures,
    })
    expect(checked + refused).toBe(atOnce)
    expect(checked).toBeGreaterThan(0)
    expect(checked).toBeLessThan(atOnce / 2)
    expect(growthMiB).toBeLessThan(GROWTH_MIB)
    expectUndisturbed(besides, TIMES_ALONE * aloneMs)
  })
})

test('T30 an unknown email takes as long as a wrong password, and gets the same answer', async () => {
  const { p, samples } = sizes.loginTimes
  await withServer({ bundle: workerWithChecksOf(p) }, async (server) => {
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
    expectWithin(apartMs, APART_MS)
    expect(likely).toBeGreaterThan(LIKELY)
  })
})

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

/** The built Worker, whose checks take `p` rounds of scrypt: less time, the same memory. */
function workerWithChecksOf(p: number): string {
  const built = readBuiltWorker()
  const cost = /\blogN: 15,\s+r: 8,\s+p: 3\b/g
  if (built.match(cost)?.length !== 1) throw new Error('The bundle does not set the cost once.')
  return built.replace(cost, `logN: ${COST.logN}, r: ${COST.r}, p: ${p}`)
}

async function addAdmins(server: ChaosServer, emails: readonly string[], p: number): Promise<void> {
  const hash = hashPassword('uma frase que ninguém adivinha', toSecret('PASSWORD_PEPPER'), {
    ...COST,
    p,
  })
  const columns = 'id, email, password_hash, created_at, password_set_at'
  for (let at = 0; at < emails.length; at += ROWS_AT_ONCE) {
    const some = emails.slice(at, at + ROWS_AT_ONCE)
    const rows = some.map((email) => `('${email}', '${email}', '${hash}', 1, 1)`)
    await server.askDatabase('/script', `INSERT INTO accounts (${columns}) VALUES ${rows.join()}`)
  }
}

/** Logs in once at a time, each time from a new network, with the two kinds in random order. */
async function sample(server: ChaosServer, known: readonly string[]) {
  const random = new Random(seed, 'login times')
  const seen: Record<'known' | 'unknown', LoginSeen[]> = { known: [], unknown: [] }
  for (const [at, email] of known.entries()) {
    for (const kind of random.shuffle(['known', 'unknown'] as const)) {
      const address = `10.${kind.length}.${at >> 8}.${at & 255}`
      const name = kind === 'known' ? email : email.replace('known', 'nobod')
      const one = await logIn(server, name, address)
      if (at >= WARM_UP) seen[kind].push(one)
    }
  }
  return seen
}

interface LoginSeen {
  status: number
  /** 0 without a header. */
  retryAfterSeconds: number
  ms: number
  body: string
}

/** Tries a wrong password on a new connection from this address. */
async function logIn(server: ChaosServer, email: string, address: string): Promise<LoginSeen> {
  const startedAt = performance.now()
  const question = { method: 'POST', json: { email, password: 'errada' } }
  const answer = await ask(networkOf(server, address).send, ADMIN_API.session, question)
  const body = await answer.text()
  return {
    status: answer.status,
    body,
    ms: performance.now() - startedAt,
    retryAfterSeconds: Number(answer.headers.get('Retry-After') ?? 0),
  }
}
