import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import { noteFigures, percentile } from './figures.ts'
import type { LoginSeen } from './logins.ts'
import { addAdmins, logIn, PASSWORD, workerWithChecksOf } from './logins.ts'
import { besideVictims } from './victims.ts'
import { waitFor } from './wait-for.ts'

const { sizes } = inject('chaos')
const { p, atOnce, strangers, signIns, ackPart } = sizes.logins
const GROWTH_MIB = 128
/** Ten times what a victim waits on a quiet machine. One thread runs everything here, scrypt too. */
const ACK_MS = 2_500
/** Logins that are measured before the others come; what a machine is busy with slows both. */
const ALONE = 5
const TIMES_ALONE = 10
const SITE_NETWORKS = 200
/** Between two tries of a stranger. */
const PAUSE_MS = 200
/**
 * Of strangers while a known device signs in. In its own gate one may run before; here one thread runs
 * everything, and each step of a sign-in may meet a check of the other gate.
 */
const CHECKED_BEFORE = 12
/** Four networks' tries of ten minutes. */
const WIDE_TRIES = 120
const BUSY_S = 2

const ADMIN = 'ana@brinde.test'
const inOneSite = (at: number): string => `2001:db8:7:${at.toString(16)}::1`
const anywhere = (at: number): string => `10.0.${at >> 8}.${at & 255}`

test('T29 while strangers of two hundred networks try to log in, who has signed in before gets in at the first try', async () => {
  await withServer({ honestLimits: true, bundle: workerWithChecksOf(p) }, async (server) => {
    await addAdmins(server, [ADMIN], p)
    const first = await logIn(server, { email: ADMIN, password: PASSWORD, address: '192.0.2.1' })
    expect(first.status).toBe(201)
    const crowd = new Strangers(server)
    const { result, ackMs, missing, growthMiB, figures } = await besideVictims(
      server,
      300,
      async () => {
        const site = Array.from({ length: SITE_NETWORKS }, (_, at) => crowd.try(inOneSite(at)))
        const ofSite = (await Promise.all(site)).filter(hasPassedTheNetworks).length
        for (let at = 0; at < strangers; at += 1) crowd.stay(anywhere(at))
        await waitFor('the places of strangers are taken', () => crowd.seen.some(isBusy), 30_000)
        const signedIn: (LoginSeen & { before: number })[] = []
        while (signedIn.length < signIns) {
          const before = crowd.checked
          const here = { email: ADMIN, password: PASSWORD, address: inOneSite(7) }
          const seen = await logIn(server, { ...here, cookie: first.device })
          signedIn.push({ ...seen, before: crowd.checked - before })
          await sleep(PAUSE_MS)
        }
        return { ofSite, signedIn }
      },
    ).finally(() => crowd.leave())
    const { ofSite, signedIn } = result
    const times = signedIn.map(({ ms }) => ms)
    const before = Math.max(...signedIn.map((one) => one.before))
    noteFigures('logins of strangers', {
      tries: crowd.seen.length,
      checked: crowd.checked,
      'busy 429': crowd.seen.filter(isBusy).length,
      'network 429': crowd.seen.filter((one) => one.status === 429 && !isBusy(one)).length,
      'of one /48 past the networks': ofSite,
      'checked before': before,
      'sign-in p50 ms': Math.round(percentile(times, 0.5)),
      'sign-in max ms': Math.round(percentile(times, 1)),
      ...figures,
    })
    expect(ofSite).toBeLessThanOrEqual(WIDE_TRIES)
    expect(signedIn.map(({ status }) => status)).toEqual(signedIn.map(() => 201))
    expect(before).toBeLessThanOrEqual(CHECKED_BEFORE)
    expect(ackMs(0.5)).toBeLessThanOrEqual(ACK_MS)
    expect(growthMiB).toBeLessThan(2 * GROWTH_MIB)
    expect(missing).toBe(0)
  })
})

test('T31 of many logins at once a few are checked, the others refused at once, and chat goes on', async () => {
  await withServer({ honestLimits: true, bundle: workerWithChecksOf(p) }, async (server) => {
    const alone: number[] = []
    while (alone.length < ALONE) {
      const login = { email: `${alone.length}@alone.test`, address: '192.0.2.1' }
      alone.push((await logIn(server, login)).ms)
    }
    const aloneMs = percentile(alone, 0.5)
    const {
      result: seen,
      ackMs,
      missing,
      growthMiB,
      figures,
    } = await besideVictims(server, 300, () =>
      Promise.all(
        Array.from({ length: atOnce }, (_, at) =>
          logIn(server, { email: `${at}@brinde.test`, address: anywhere(at) }),
        ),
      ),
    )
    const checked = seen.filter(({ status }) => status === 401).length
    const refused = seen.filter(isBusy).length
    noteFigures('logins at once', {
      ...{ logins: atOnce, checked, refused },
      'longest ms': Math.round(Math.max(...seen.map(({ ms }) => ms))),
      'one alone ms': Math.round(aloneMs),
      ...figures,
    })
    expect(checked + refused).toBe(atOnce)
    expect(checked).toBeGreaterThan(0)
    expect(checked).toBeLessThan(atOnce / 2)
    expect(growthMiB).toBeLessThan(GROWTH_MIB)
    expect(ackMs(ackPart)).toBeLessThanOrEqual(Math.max(ACK_MS, TIMES_ALONE * aloneMs))
    expect(missing).toBe(0)
  })
})

const isBusy = ({ status, retryAfterSeconds }: LoginSeen): boolean =>
  status === 429 && retryAfterSeconds === BUSY_S
const hasPassedTheNetworks = (seen: LoginSeen): boolean => seen.status === 401 || isBusy(seen)

/** People who try to log in, each time with another made-up email. */
class Strangers {
  readonly seen: LoginSeen[] = []
  readonly #server: ChaosServer
  readonly #staying: Promise<void>[] = []
  #isOver = false

  constructor(server: ChaosServer) {
    this.#server = server
  }

  get checked(): number {
    return this.seen.filter(({ status }) => status === 401).length
  }

  async try(address: string): Promise<LoginSeen> {
    const seen = await logIn(this.#server, { email: `${randomUUID()}@brinde.test`, address })
    this.seen.push(seen)
    return seen
  }

  /** Tries again and again, until all leave. */
  stay(address: string): void {
    this.#staying.push(this.#keepTrying(address))
  }

  async leave(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#staying)
  }

  async #keepTrying(address: string): Promise<void> {
    while (!this.#isOver) {
      await this.try(address)
      await sleep(PAUSE_MS)
    }
  }
}
