import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { fillBar } from '#test/worker/full-bar.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { noStorage } from '#test/worker/room-parts.ts'
import { runs } from '#test/worker/runs.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import type { Networks } from '#worker/room/rpc.ts'
import { RoomStorage } from '#worker/room/storage/storage.ts'
import { NewProfiles } from './new-profiles.ts'
import { People } from './people.ts'

beforeEach(stopClock)

const START = 1_800_000_000_000
const ATTACK_EVERY_MS = 143

const ipv4 = (network: string): Networks => ({ network, wideNetwork: null })

/** The limits of a bar that has no visits yet. */
function anEmptyBar() {
  const nobody = { all: () => [] } as unknown as People
  const profiles = new NewProfiles(LIMITS, noStorage(), nobody)
  return {
    /** Asks with a new attempt unless one is given. */
    enter(networks: Networks, now: number, attempt: string = crypto.randomUUID()): number {
      const seconds = profiles.secondsToWait(attempt, networks, now)
      if (seconds === 0) profiles.note(attempt, networks, now)
      return seconds
    },
  }
}

/** Eight guests of one network who come while somebody else of it makes profiles, and their waits in ms. */
function eightBeside(attack: (bar: ReturnType<typeof anEmptyBar>, now: number) => void): number[] {
  const bar = anEmptyBar()
  const guests = Array.from({ length: 8 }, (_, index) => {
    const cameAt = START + (5 + 20 * index) * SECOND_MS
    return { attempt: `guest ${index}`, cameAt, asksAt: cameAt, waitedMs: Number.POSITIVE_INFINITY }
  })
  for (let now = START; now < START + 10 * MINUTE_MS; now += ATTACK_EVERY_MS) {
    attack(bar, now)
    for (const guest of guests) {
      if (guest.asksAt > now || guest.waitedMs !== Number.POSITIVE_INFINITY) continue
      const seconds = bar.enter(ipv4('shared'), now, guest.attempt)
      if (seconds === 0) guest.waitedMs = now - guest.cameAt
      else guest.asksAt = now + seconds * SECOND_MS * 1.1
    }
  }
  return guests.map(({ waitedMs }) => waitedMs)
}

test('T51 eight guests enter beside a network that makes seven profiles a second', () => {
  const waits = eightBeside((bar, now) => void bar.enter(ipv4('shared'), now))
  expect(Math.max(...waits)).toBeLessThan(75 * SECOND_MS)
})

test('T51 eight guests enter beside two attempts a second that each come back in turn', () => {
  const waiting: { attempt: string; asksAt: number }[] = []
  let nextAt = START
  const waits = eightBeside((bar, now) => {
    if (now < nextAt) return
    nextAt = now + SECOND_MS / 2
    const index = waiting.findIndex(({ asksAt }) => asksAt <= now)
    const [own] = index < 0 ? [] : waiting.splice(index, 1)
    const attempt = own?.attempt ?? crypto.randomUUID()
    const seconds = bar.enter(ipv4('shared'), now, attempt)
    if (seconds > 0) waiting.push({ attempt, asksAt: now + seconds * SECOND_MS })
  })
  expect(Math.max(...waits)).toBeLessThan(5 * MINUTE_MS)
})

test.each([
  ['one network', 1],
  ['twenty networks', 20],
])('T51 whoever makes 20,000 profiles from %s gets few, and others still enter', (_, networks) => {
  const bar = anEmptyBar()
  const tries = 20_000
  const everyMs = 100_000 / tries
  let made = 0
  const waits: number[] = []
  for (let turn = 0; turn < tries; turn += 1) {
    const now = START + turn * everyMs
    if (bar.enter(ipv4(`attacker ${turn % networks}`), now) === 0) made += 1
    if (turn % 100 === 0) waits.push(bar.enter(ipv4(`honest ${turn}`), now))
  }
  const each = LIMITS.profilesBurstPerNetwork + (LIMITS.profilesPerMinutePerNetwork * 100) / 60
  const all = LIMITS.profilesBurstPerBar + (LIMITS.profilesPerMinutePerBar * 100) / 60
  const free = networks * LIMITS.freeProfilesPerNetwork
  expect(made).toBeLessThanOrEqual(Math.min(networks * each, all + free))
  expect(made).toBeGreaterThan(networks * LIMITS.profilesBurstPerNetwork * 0.4)
  expect(Math.max(...waits)).toBe(0)
  const last = bar.enter(ipv4('attacker 0'), START + tries * everyMs)
  expect(last * 1_000).toBe(TIMINGS.profileWaitMs)
})

test('T51 a thousand networks of one /48 get four times what one gets, the free ones included', () => {
  const bar = anEmptyBar()
  let made = 0
  for (let turn = 0; turn < 20_000; turn += 1) {
    const networks = { network: `2001:db8:1:${turn % 1_000}`, wideNetwork: '2001:db8:1' }
    if (bar.enter(networks, START + turn * 3, `attempt ${turn % 1_000}`) === 0) made += 1
  }
  const { wideNetworkTimes: times } = LIMITS
  const most = times * (LIMITS.profilesBurstPerNetwork + LIMITS.profilesPerMinutePerNetwork)
  expect(made).toBeLessThanOrEqual(most)
  expect(made).toBeGreaterThan(most * 0.9)
  expect(bar.enter(ipv4('honest'), START + MINUTE_MS)).toBe(0)
})

test('T51 a club of 1,500 behind one address enters, and nobody comes back more than a few times', () => {
  const bar = anEmptyBar()
  const people = 1_500
  // All within an hour, a third of them in its first ten minutes.
  const comings = Array.from({ length: people }, (_, index) => ({
    at: START + (index < people / 3 ? index * 1_200 : index * 2_400),
    tries: 0,
  }))
  const arrivedAt = new Map(comings.map((one) => [one, one.at]))
  const waited: number[] = []
  const waiting = [...comings]
  while (waiting.length > 0) {
    waiting.sort((one, other) => one.at - other.at)
    const next = waiting[0]
    if (!next) break
    next.tries += 1
    const seconds = bar.enter(ipv4('the club'), next.at, `${comings.indexOf(next)}`)
    if (seconds > 0) next.at += seconds * 1_000
    else waited.push((waiting.shift()?.at ?? 0) - (arrivedAt.get(next) ?? 0))
  }
  expect(waited).toHaveLength(people)
  expect(Math.max(...waited)).toBeLessThan(20 * MINUTE_MS)
  expect(Math.max(...comings.map(({ tries }) => tries))).toBeLessThanOrEqual(20)
})

test('T51 a room that slept counts as before', async () => {
  const bar = await Bar.open()
  const from = { network: 'a', wideNetwork: 'around a' }
  const { profilesBurstPerNetwork: burst } = LIMITS
  await bar.admit('Ana', from)
  await fillBar(bar, burst - 1, from)
  const late = new Person(bar, 'Zeca')
  expect(await bar.enter(late, from)).toEqual({
    ok: false,
    code: 'rate_limited',
    retryAfterSeconds: 2,
  })
  await bar.sleep()
  passTime(2_000)
  expect(await bar.enter(late, from)).toMatchObject({ ok: true })
  const wide = await runInDurableObject(bar.room, (_, { storage }) => {
    const room = new RoomStorage(storage)
    const profiles = new NewProfiles(LIMITS, room, new People(room))
    const other = (at: number) => ({ network: `b ${at}`, wideNetwork: 'around a' })
    let made = 0
    for (; profiles.secondsToWait(`${made}`, other(made), Date.now()) === 0; made += 1) {
      profiles.note(`${made}`, other(made), Date.now())
    }
    return made
  })
  expect(wide).toBe(LIMITS.wideNetworkTimes * burst - burst + 3)
})

test('T51 a repeated attempt and one’s own profile again make nothing new, and are not refused', async () => {
  const bar = await Bar.open()
  const ana = new Person(bar, 'Ana')
  const from = { network: 'a', phone: '+5511999990000' }
  await bar.enter(ana, from)
  await fillBar(bar, LIMITS.profilesBurstPerNetwork - 1, { network: 'a' })
  expect(await bar.enter(new Person(bar, 'Bia'), from)).toMatchObject({ code: 'rate_limited' })
  expect(await bar.enter(ana, from)).toMatchObject({ ok: true })
  const again = { ...from, device: ana.device }
  expect(await bar.enter(new Person(bar, 'Ana'), again)).toMatchObject({ ok: true })
  expect(await bar.room.continueAs(ana.device)).toMatchObject({ ok: true })
})

test('T51 a rollback takes the place of nobody', async () => {
  const [bar] = await Bar.admitted('Ana')
  const made = await runInDurableObject(bar.room, (_, { storage }) => {
    const room = new RoomStorage(storage)
    const profiles = new NewProfiles(LIMITS, room, new People(room))
    for (let turn = 0; turn < runs(200, 2_000); turn += 1) {
      const fail = () => {
        profiles.secondsToWait('one', ipv4('a'), START)
        profiles.note('one', ipv4('a'), START)
        throw new Error('the disk')
      }
      expect(() => room.transact(fail)).toThrow('the disk')
    }
    return profiles.secondsToWait('one', ipv4('a'), START)
  })
  expect(made).toBe(0)
})
