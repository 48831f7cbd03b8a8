import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { KeyedBuckets } from '#worker/keyed-buckets.ts'
import { ratesOf } from '#worker/room/rate-limits.ts'
import type { Networks } from '#worker/room/rpc.ts'
import type { Sockets } from './sockets.ts'
import { UpgradeLimits } from './upgrade-limits.ts'

beforeEach(stopClock)

/** Here a whole crowd comes in one moment. */
const SET = { ...LIMITS, handshakesPerSecond: LIMITS.upgradesBurstPerNetwork + 2 }
const START = 1_800_000_000_000

/** A bar whose sockets stay open and answer no close. */
function aBar(set = SET) {
  const attached: (Networks & { personId: string; acceptedAt: number })[] = []
  const sockets = {
    attached: () => attached,
    isFull: (limit: number) => attached.length >= limit,
    countFrom: ({ network, wideNetwork }: Networks) => ({
      all: attached.length,
      network: attached.filter((one) => one.network === network).length,
      wideNetwork: attached.filter((one) => wideNetwork && one.wideNetwork === wideNetwork).length,
    }),
  } as unknown as Sockets
  const awake = () => new UpgradeLimits(set, new KeyedBuckets(ratesOf(set)), sockets)
  let limits = awake()
  return {
    attached,
    wake() {
      limits = awake()
    },
    upgrade(personId: string, networks: Networks, now: number) {
      const refusal = limits.whyRefused(personId, networks, now)
      if (refusal === null) attached.push({ personId, ...networks, acceptedAt: now })
      return refusal
    },
  }
}

const ipv4 = (network: string): Networks => ({ network, wideNetwork: null })

test('T51 a person who answers no close gets twenty upgrades and then ten a minute, asleep or not', () => {
  const bar = aBar()
  let granted = 0
  for (let second = 0; second < 600; second += 1) {
    if (second % 60 === 0) bar.wake()
    for (let turn = 0; turn < 5; turn += 1) {
      if (bar.upgrade('ana', ipv4('a'), START + second * 1_000) === null) granted += 1
    }
  }
  const { upgradesBurstPerPerson: burst, upgradesPerMinutePerPerson: perMinute } = LIMITS
  expect(granted).toBe(burst + 10 * perMinute - 1)
  expect(bar.upgrade('bia', ipv4('a'), START)).toBe(null)
})

test('T51 upgrades that one limit refuses take nothing of the others', () => {
  const bar = aBar()
  const { upgradesBurstPerPerson: burst, upgradesBurstPerNetwork: most } = LIMITS
  for (let turn = 0; turn < burst + 2 * most; turn += 1) bar.upgrade('ana', ipv4('a'), START)
  expect(bar.attached).toHaveLength(burst)
  bar.attached.length = 0
  for (let turn = burst; turn < most; turn += 1) {
    expect(bar.upgrade(`person ${turn}`, ipv4('a'), START)).toBe(null)
    bar.attached.length = 0
  }
  expect(bar.upgrade('late', ipv4('a'), START)).toBe('overloaded')
})

test.each([
  ['one network', () => ipv4('a')],
  [
    'a thousand networks of one /48',
    (turn: number): Networks => ({ network: `a ${turn % 1_000}`, wideNetwork: 'a' }),
  ],
])('T51 the sockets of %s leave a fifth of the bar free', (_, networksOf) => {
  const bar = aBar()
  const refusals = Array.from({ length: LIMITS.socketsPerBar }, (_each, turn) =>
    bar.upgrade(`attacker ${turn}`, networksOf(turn), START + turn),
  )
  const most = (LIMITS.socketsPerBar * LIMITS.crowdedPercent) / 100
  const free = LIMITS.socketsPerBar - most
  expect(refusals).toEqual([...Array(most).fill(null), ...Array(free).fill('barFull')])
  for (let turn = 0; turn < free; turn += 1) {
    expect(bar.upgrade(`honest ${turn}`, ipv4(`b ${turn}`), START + 3_000)).toBe(null)
  }
})

test('T51 the profiles that a network makes in ten minutes keep no phone of it from reconnecting', () => {
  const bar = aBar(LIMITS)
  const { profilesBurstPerNetwork: burst, profilesPerMinutePerNetwork: perMinute } = LIMITS
  const refused: number[] = []
  for (let second = 0; second < 600; second += 1) {
    const now = START + second * 1_000
    const profiles = burst + Math.floor((second * perMinute) / 60)
    // More refused upgrades than one a second end in a ban.
    for (let each = 0; each < profiles; each += 1) bar.upgrade(`hostile ${each}`, ipv4('a'), now)
    const honest = `honest ${second % 60}`
    if (bar.upgrade(honest, ipv4('a'), now) !== null) refused.push(second)
    bar.attached.length = 0
  }
  expect(refused).toEqual([])
})

test('T51 the profiles of one /48, however many, leave half of the bar’s upgrades to others', () => {
  const bar = aBar(LIMITS)
  const ofFlood = (each: number): Networks => ({ network: `a ${each % 50}`, wideNetwork: 'a' })
  const granted: number[] = []
  for (let second = 0; second < 60; second += 1) {
    const now = START + second * 1_000
    let flooded = 0
    for (let each = 0; each < 1_000; each += 1) {
      if (bar.upgrade(`hostile ${second} ${each}`, ofFlood(each), now) === null) flooded += 1
    }
    bar.attached.length = 0
    granted.push(flooded)
  }
  const half = LIMITS.handshakesPerSecond / 2
  expect(granted.slice(10)).toEqual(Array(50).fill(half))
})

test('T51 a network gets 2,000 upgrades and then 250 a second, enough for a crowd behind one address', () => {
  const bar = aBar()
  for (let turn = 0; turn < LIMITS.upgradesBurstPerNetwork; turn += 1) {
    bar.attached.length = 0
    expect(bar.upgrade(`person ${turn % 1_000}`, ipv4('a'), START)).toBe(null)
  }
  bar.attached.length = 0
  expect(bar.upgrade('late', ipv4('a'), START)).toBe('overloaded')
  expect(bar.upgrade('elsewhere', ipv4('b'), START)).toBe(null)
  const later = START + 1_000
  let granted = 0
  while (bar.upgrade(`later ${granted}`, ipv4('a'), later) === null) granted += 1
  expect(granted).toBe(LIMITS.upgradesPerSecondPerNetwork)
})

test('T51 a page is told to come back later, and after hibernation its sockets still count', async () => {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.admit('Ana'), await bar.seat('Bia')]
  for (let turn = 0; turn < LIMITS.upgradesBurstPerPerson; turn += 1) await ana.connect()
  expect((await ana.connect()).closed?.code).toBe(CLOSE.overloaded)
  passTime(6_000)
  expect((await ana.connect()).closed).toBe(null)
  await bar.sleep()
  await bia.page.settle()
})
