import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, SECOND_MS } from '#contract/durations.ts'
import { tagSql } from '#worker/object-sql.ts'
import type { Counter } from './login-throttle.ts'
import {
  ALL_PLACES,
  FORGET_AFTER_MS,
  LoginThrottle,
  NETWORK_WINDOW_MS,
  ONE_PLACE,
} from './login-throttle.ts'

const NETWORK_TRIES = 30
const START = Date.UTC(2026, 10, 21)
const ACCOUNT = { key: 'account', schedule: ALL_PLACES }

/** Runs a throttle on the storage of a new gate, with the test's clock. */
function inGate<T>(play: (throttle: LoginThrottle) => T): Promise<T> {
  const gate = env.LOGIN_GATE.getByName(crypto.randomUUID())
  return runInDurableObject(gate, (_, state) => play(new LoginThrottle(tagSql(state.storage))))
}

const from = (place: string) => [{ key: `account:${place}`, schedule: ONE_PLACE }, ACCOUNT]

/** Seconds between the allowed tries of a guesser who never pauses. */
function waitsOf(take: (now: number) => number | null, tries: number): number[] {
  let now = START
  let allowed = START
  const waits: number[] = []
  while (waits.length < tries) {
    const next = take(now)
    if (next === null) {
      waits.push((now - allowed) / SECOND_MS)
      allowed = now
    } else {
      expect(next).toBeGreaterThan(now)
      now = next
    }
  }
  return waits
}

const DOUBLING = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]

let places = 0
const aNewPlace = () => from(`new place ${++places}`)

test.each([
  ['from one place five', () => [{ key: 'a', schedule: ONE_PLACE }], 5],
  ['from ever new places twenty', aNewPlace, 20],
])(
  'T28 %s tries are free, then the wait doubles from 1 s to 15 minutes',
  async (_, place, tries) => {
    const waits = await inGate((throttle) =>
      waitsOf((now) => throttle.take(place(), now), tries + DOUBLING.length),
    )
    expect(waits).toEqual([...Array(tries).fill(0), ...DOUBLING])
  },
)

test('T28 one network has thirty tries in any ten minutes, over all accounts', async () => {
  await inGate((throttle) => {
    fc.assert(
      fc.property(fc.array(fc.nat(60_000), { minLength: 100, maxLength: 300 }), (pauses) => {
        const network = crypto.randomUUID()
        const allowed: number[] = []
        let now = START
        for (const pause of pauses) {
          now += pause
          const next = throttle.takeNetworks([{ key: network, most: NETWORK_TRIES }], now)
          if (next === null) allowed.push(now)
          else expect(next - now).toBeLessThanOrEqual(NETWORK_WINDOW_MS)
        }
        const apart = allowed.slice(NETWORK_TRIES).map((at, index) => at - Number(allowed[index]))
        expect(Math.min(NETWORK_WINDOW_MS, ...apart)).toBe(NETWORK_WINDOW_MS)
      }),
      { numRuns: 10 },
    )
  })
})

test('T28 a thousand networks get only the schedule’s tries, and the owner waits at most 15 minutes', async () => {
  const guesses = 100_000
  const allowed = await inGate((throttle) => {
    const times: number[] = []
    for (let guess = 0; guess < guesses; guess += 1) {
      const now = START + Math.floor((guess / guesses) * 30 * DAY_MS)
      const refused = throttle.take(from(String(guess % 1_000)), now)
      if (refused === null) times.push(now)
      else expect(refused - now).toBeLessThanOrEqual(900 * SECOND_MS)
    }
    const end = START + 30 * DAY_MS
    const next = throttle.take(from('the owner’s'), end) ?? end
    expect(throttle.take(from('the owner’s'), next)).toBeNull()
    return times
  })
  // The schedule: 20 free tries, 10 with a doubling wait, then one in 15 minutes.
  expect(allowed.length).toBeLessThanOrEqual(20 + 10 + (30 * DAY_MS) / (900 * SECOND_MS))
  const apart = allowed.slice(31).map((at, index) => at - Number(allowed[index + 30]))
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(900 * SECOND_MS)
})

/** Makes the tries at once. Each answer is null or the time of the next allowed try. */
const takeTimes = (throttle: LoginThrottle, tries: number, place: () => Counter[], now = START) =>
  Array.from({ length: tries }, () => throttle.take(place(), now))
const here = () => from('here')
const granted = (tries: number) => Array(tries).fill(null)

test('a try counts in every bucket or in none, and the right password takes back only its own', async () => {
  await inGate((throttle) => {
    takeTimes(throttle, 105, here)
    expect(takeTimes(throttle, 15, aNewPlace)).toEqual(granted(15))
    expect(throttle.take(aNewPlace(), START)).toBe(START + SECOND_MS)

    const alone = () => [{ key: 'alone', schedule: ONE_PLACE }]
    takeTimes(throttle, 5, alone)
    throttle.forgive('alone')
    expect(takeTimes(throttle, 2, alone)).toEqual([null, START + SECOND_MS])
  })
})

test('the counts expire a day after the last try, and a sweep erases them', async () => {
  await inGate((throttle) => {
    for (let tries = 0; tries < 9; tries += 1) throttle.take(here(), START + tries * 20_000)
    throttle.takeNetworks([{ key: 'network', most: NETWORK_TRIES }], START)
    const later = START + 9 * 20_000 + FORGET_AFTER_MS
    expect(throttle.sweep(later - 60_000)).toBe(true)
    expect(takeTimes(throttle, 5, here, later)).toEqual(granted(5))
    expect(throttle.sweep(later + FORGET_AFTER_MS)).toBe(false)
  })
})
