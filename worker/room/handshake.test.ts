import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { Random } from '#test/chaos/random.ts'
import type { Guest } from '#test/worker/room-client.ts'
import { Venue } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import type { People } from './people.ts'
import { Abuse } from './safety/abuse.ts'
import { RoomStorage } from './storage.ts'

beforeEach(stopClock)

/** Repeats an upgrade until the person is banned. Returns all close codes. */
async function knock(guest: Guest): Promise<(number | undefined)[]> {
  const codes: (number | undefined)[] = []
  while (codes.at(-1) !== CLOSE.misbehaved) {
    if (codes.length > 3 * LIMITS.refusedUpgradesBurst) throw new Error('never banned')
    const page = await guest.connect()
    await page.until(() => page.closed)
    codes.push(page.closed?.code)
  }
  return codes
}

async function endVisit(venue: Venue, guest: Guest): Promise<void> {
  await venue.room.startLeaving(guest.visit)
  await runInDurableObject(venue.room, (_, { storage }) => {
    storage.sql.exec('UPDATE bar_profiles SET leaving_ends_at = 1 WHERE id = ?', guest.id)
  })
  await venue.sleep()
  await runDurableObjectAlarm(venue.room)
}

test('T15 T18 a person whose upgrades keep being refused is banned, and nobody else is', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  await endVisit(venue, ana)
  const codes = await knock(ana)
  expect(codes.length).toBeGreaterThanOrEqual(LIMITS.refusedUpgradesBurst + LIMITS.abuseCount)
  expect(new Set(codes.slice(0, -1))).toEqual(new Set([CLOSE.unknownVisit]))
  await venue.sleep()
  expect((await ana.connect()).closed?.code).toBe(CLOSE.misbehaved)
  expect(await venue.room.recognise(bia.device)).toMatchObject({ ok: true })
  await bia.page.settle()
})

test('T15 no page is struck that waits before a full bar, in ten tabs', async () => {
  const venue = await Venue.open()
  await venue.admit('Ana')
  const evening = 600_000
  const random = new Random('a full bar', 'knocks')
  const knocks = Array.from({ length: 10 }, () => {
    const times = [0]
    // Rule 9: full jitter under a ceiling that doubles.
    for (let at = 0, ceiling = 1_000; at < evening; ceiling = Math.min(30_000, 2 * ceiling)) {
      at += random.next() * ceiling
      times.push(at)
    }
    return times
  }).flat()
  const struck = await runInDurableObject(venue.room, (_, { storage }) => {
    const abuse = new Abuse(new RoomStorage(storage), {} as People)
    return knocks.sort((one, other) => one - other).filter((at) => abuse.noteRefusedUpgrade('', at))
  })
  expect(knocks.length).toBeGreaterThan(300)
  expect(struck).toEqual([])
})

test('T15 frequent upgrades that succeed are no abuse; T18 three sockets of a person are live', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.admit('Ana'), await venue.seat('Bia')]
  const pages = []
  for (let turn = 0; turn < LIMITS.refusedUpgradesBurst + 50; turn += 1) {
    pages.push(await ana.connect())
  }
  const gone = pages.slice(0, -LIMITS.socketsPerPerson)
  for (const page of gone) await page.until(() => page.closed)
  expect(new Set(gone.map(({ closed }) => closed?.code))).toEqual(new Set([CLOSE.tooManySockets]))
  for (const page of pages.slice(-LIMITS.socketsPerPerson)) await page.settle()
  await bia.page.settle()
})
