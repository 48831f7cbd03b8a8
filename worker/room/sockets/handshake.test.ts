import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { RoomEvent } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { Random } from '#test/chaos/random.ts'
import { Bar } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { KeyedBuckets } from '#worker/keyed-buckets.ts'
import { ratesOf } from '#worker/room/rate-limits.ts'
import { Abuse } from '#worker/room/safety/abuse.ts'
import { RoomStorage } from '#worker/room/storage/storage.ts'

beforeEach(stopClock)

test('T15 T18 a person whose upgrades keep being refused is banned, and nobody else is', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.leave(ana)
  const codes: number[] = []
  while (codes.at(-1) !== CLOSE.misbehaved && codes.length < 3 * LIMITS.refusedUpgradesBurst) {
    codes.push(await (await ana.connect()).closeCode())
  }
  expect(codes.length).toBeGreaterThanOrEqual(LIMITS.refusedUpgradesBurst + LIMITS.abuseCount)
  expect(new Set(codes.slice(0, -1))).toEqual(new Set([CLOSE.unknownVisit]))
  await bar.sleep()
  expect(await (await ana.connect()).closeCode()).toBe(CLOSE.misbehaved)
  expect(await bar.room.recognise(bia.device)).toMatchObject({ ok: true })
  await bia.page.settle()
})

test('T15 no page is struck that waits before a full bar, in ten tabs', async () => {
  const [bar] = await Bar.admitted('Ana')
  const evening = 600_000
  const random = new Random('a full bar', 'upgrades')
  const upgrades = Array.from({ length: 10 }, () => {
    const times = [0]
    // Rule 9: full jitter under a ceiling that doubles.
    for (let at = 0, ceiling = 1_000; at < evening; ceiling = Math.min(30_000, 2 * ceiling)) {
      at += random.next() * ceiling
      times.push(at)
    }
    return times
  }).flat()
  const struck = await runInDurableObject(bar.room, (_, { storage }) => {
    const abuse = new Abuse(new RoomStorage(storage), {
      people: { find: () => null },
      sockets: { of: () => [], close: () => {} },
      rateLimits: new KeyedBuckets(ratesOf(LIMITS)),
      wakeBy: () => {},
    })
    return upgrades
      .sort((one, other) => one - other)
      .filter((at) => abuse.noteRefusedUpgrade('', at))
  })
  expect(upgrades.length).toBeGreaterThan(300)
  expect(struck).toEqual([])
})

test('R33 upgrades at the same moment all become connections, and outlive a sleep', async () => {
  const bar = await Bar.open()
  const people = await bar.crowd(runs(50, 240))
  const pairs = people.map((person) => Promise.all([person.connect(), person.connect()]))
  const pages = (await Promise.all(pairs)).flat()
  for (const name of ['Caio', 'Dora']) {
    await bar.admit(name)
    const isTold = (event: RoomEvent) => event.kind === 'entered' && event.person.name === name
    for (const page of pages) await page.until(() => page.events().some(isTold))
    await bar.sleep()
  }
  expect(pages.filter(({ closed }) => closed)).toEqual([])
})
