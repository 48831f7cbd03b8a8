import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import { noteFigures, percentile } from './figures.ts'
import type { LoginSeen } from './logins.ts'
import { addAdmins, logIn, PASSWORD, workerWithChecksOf } from './logins.ts'
import { Victims } from './victims.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const { p, atOnce, strangers, signIns, ackPart } = sizes.logins
const MIB = 2 ** 20
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
    const victims = await Victims.enter(server, seed)
    const talking = victims.talk(300)
    const memory = watchMemory(server)
    const crowd = new Strangers(server)
    try {
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
      await crowd.leave()
      victims.stopTalking()
      await talking
      const times = signedIn.map(({ ms }) => ms)
      noteFigures('logins of strangers', {
        tries: crowd.seen.length,
        checked: crowd.checked,
        'busy 429': crowd.seen.filter(isBusy).length,
        'network 429': crowd.seen.filter((one) => one.status === 429 && !isBusy(one)).length,
        'of one /48 past the networks': ofSite,
        'signed in': signedIn.filter(({ status }) => status === 201).length,
        'checked before': Math.max(...signedIn.map((one) => one.before)),
        'sign-in p50 ms': Math.round(percentile(times, 0.5)),
        'sign-in max ms': Math.round(percentile(times, 1)),
        'ack p50 ms': victims.ackMs(0.5),
        'ack p99 ms': victims.ackMs(0.99),
        'growth MiB': memory.growthMiB(),
      })
      expect(ofSite).toBeLessThanOrEqual(WIDE_TRIES)
      expect(signedIn.map(({ status }) => status)).toEqual(signedIn.map(() => 201))
      const before = Math.max(...signedIn.map((one) => one.before))
      expect(before).toBeLessThanOrEqual(CHECKED_BEFORE)
      expect(victims.ackMs(0.5)).toBeLessThanOrEqual(ACK_MS)
      expect(memory.growthMiB()).toBeLessThan(2 * GROWTH_MIB)
      expect(await victims.findMissing()).toBe(0)
    } finally {
      memory.stop()
      await crowd.leave()
      victims.stop()
    }
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
    const victims = await Victims.enter(server, seed)
    const talking = victims.talk(300)
    const memory = watchMemory(server)
    try {
      const logins = Array.from({ length: atOnce }, (_, at) =>
        logIn(server, { email: `${at}@brinde.test`, address: anywhere(at) }),
      )
      const seen = await Promise.all(logins)
      victims.stopTalking()
      await talking
      const checked = seen.filter(({ status }) => status === 401)
      const refused = seen.filter(isBusy)
      const longest = percentile(
        seen.map(({ ms }) => ms),
        1,
      )
      noteFigures('logins at once', {
        logins: atOnce,
        checked: checked.length,
        refused: refused.length,
        'longest ms': Math.round(longest),
        'one alone ms': Math.round(aloneMs),
        'victims said': victims.acksMs.length,
        'ack p50 ms': victims.ackMs(0.5),
        'ack p99 ms': victims.ackMs(0.99),
        'growth MiB': memory.growthMiB(),
      })
      expect(checked.length + refused.length).toBe(atOnce)
      expect(checked.length).toBeGreaterThan(0)
      expect(checked.length).toBeLessThan(atOnce / 2)
      expect(memory.growthMiB()).toBeLessThan(GROWTH_MIB)
      expect(victims.ackMs(ackPart)).toBeLessThanOrEqual(Math.max(ACK_MS, TIMES_ALONE * aloneMs))
      expect(await victims.findMissing()).toBe(0)
    } finally {
      memory.stop()
      victims.stop()
    }
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

/** The most that the process held above what it holds now, without the pages of its own program. */
function watchMemory({ process: workerd }: ChaosServer): { growthMiB(): number; stop(): void } {
  const used = (): number => workerd.residentBytes - workerd.programBytes
  const before = used()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, used())
  }, 50)
  return { growthMiB: () => Math.round((most - before) / MIB), stop: () => clearInterval(timer) }
}
