import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { Guest, Venue } from '#test/cast/guest.ts'
import { Random } from '#test/chaos/random.ts'
import { stopClock } from '#test/support/stopped-clock.ts'
import { tagSql } from '#worker/rim/sql.ts'
import { Strikes } from './strikes.ts'

beforeEach(stopClock)

/** Comes again and again until the answer is that they are kept out; all the answers. */
async function knock(guest: Guest): Promise<(number | undefined)[]> {
  const codes: (number | undefined)[] = []
  while (codes.at(-1) !== CLOSE.misbehaved) {
    if (codes.length > 3 * LIMITS.refusedUpgradesBurst) throw new Error('never kept out')
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

/** Somebody who has come in by another's phone alone, while that one was away. */
async function takeOver(venue: Venue): Promise<{ maker: Guest; thief: Guest }> {
  const phone = '+5511987654321'
  const maker = await venue.admit('Ana', { phone })
  await runInDurableObject(venue.room, (_, { storage }) => {
    storage.sql.exec('UPDATE bar_profiles SET online_until = 1')
  })
  await venue.sleep()
  const thief = new Guest(venue, 'Ladrão')
  const entered = await venue.enter(thief, { phone })
  if (!entered.ok || !entered.secret) throw new Error('an offline profile is recovered')
  return { maker, thief: await thief.as(maker.id, entered.secret) }
}

test('T15 T18 whose upgrades keep being refused is kept out, and their device too', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  await endVisit(venue, ana)
  const codes = await knock(ana)
  expect(codes.length).toBeGreaterThanOrEqual(LIMITS.refusedUpgradesBurst + LIMITS.strikes)
  expect(new Set(codes.slice(0, -1))).toEqual(new Set([CLOSE.unknownVisit]))
  await venue.sleep()
  expect((await ana.connect()).closed?.code).toBe(CLOSE.misbehaved)
  const device = { personId: ana.id, name: 'of Ana' }
  const refused = { ok: false, code: 'misbehaved' }
  expect(await venue.enter(new Guest(venue, 'Outra'), { device })).toEqual(refused)
  expect(await venue.room.recognise(bia.id)).toMatchObject({ ok: true })
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
    const strikes = new Strikes(tagSql(storage))
    return knocks
      .sort((one, other) => one - other)
      .filter((at) => strikes.noteRefusedUpgrade('', at))
  })
  expect(knocks.length).toBeGreaterThan(300)
  expect(struck).toEqual([])
})

test('T15 coming often is no strike where it succeeds; T18 three sockets of a person are live', async () => {
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

test('T15 who knocks with a secret that was revoked does not strike the profile’s maker', async () => {
  const venue = await Venue.open()
  const { maker, thief } = await takeOver(venue)
  await maker.connect()
  const codes = await knock(thief)
  expect(codes.at(0)).toBe(CLOSE.unknownVisit)
  await maker.page.settle()
  expect(await venue.room.recognise(maker.id)).toMatchObject({ ok: true })
  await (await maker.connect()).settle()
})

test('T15 who came in by a phone alone and misbehaves strikes that secret, not the maker’s profile', async () => {
  const venue = await Venue.open()
  const { maker, thief } = await takeOver(venue)
  const page = await thief.connect()
  for (let strike = 0; strike < LIMITS.strikes; strike += 1) page.send('nonsense')
  await page.until(() => page.closed)
  expect(page.closed?.code).toBe(CLOSE.misbehaved)
  expect((await thief.connect()).closed?.code).toBe(CLOSE.misbehaved)
  await (await maker.connect()).settle()
  expect((await thief.connect()).closed?.code).toBe(CLOSE.misbehaved)
})
