import { runInDurableObject } from 'cloudflare:test'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { toPhone } from '#contract/phone.ts'
import { Guest, Venue } from '#test/cast/guest.ts'
import { runs, within } from '#test/support/runs.ts'
import { stopClock } from '#test/support/stopped-clock.ts'

beforeEach(stopClock)

/** One number as forty people write it. */
function spellings(area: string, first: string, last: string): string[] {
  const national = [
    `${area}${first}${last}`,
    `(${area}) ${first}-${last}`,
    `(${area})${first}${last}`,
    `${area} ${first} ${last}`,
    `${area}-${first}-${last}`,
    `${area}.${first}.${last}`,
    `${area}/${first}-${last}`,
    ` ${area} ${first}\u2011${last} `,
  ]
  const before = ['', '0', '+55', '+55 ', '0055', '55', 'tel:+55', '\u202a+55 ']
  return before.flatMap((prefix) => national.map((text) => prefix + text))
}

const aPair = fc.record({
  area: fc.integer({ min: 11, max: 99 }).map(String),
  first: fc.integer({ min: 91_000, max: 99_999 }).map(String),
  last: fc.integer({ min: 0, max: 9_999 }).map((digits) => String(digits).padStart(4, '0')),
  spelling: fc.nat(63),
  isOnline: fc.boolean(),
  earlier: fc.integer({ min: 1, max: 4 }),
  sleeps: fc.boolean(),
})

test('T1 whoever types somebody’s phone, in any spelling, gets nothing that the owner does not get back', {
  timeout: within(120_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(aPair, async ({ area, first, last, spelling, isOnline, earlier, sleeps }) => {
      const phone = toPhone(spellings(area, first, last)[spelling] ?? '')
      expect(phone).toBe(`+55${area}${first}${last}`)
      if (phone === null) return
      const venue = await Venue.open()
      const victim = await venue.admit('Vítima', { phone })
      const friend = await venue.seat('Amiga')
      await victim.connect()
      for (let number = 1; number <= earlier; number += 1) friend.say(victim, `antes ${number}`)
      await victim.page.until(() => victim.page.all('message').length === earlier)
      if (!isOnline) await goOffline(venue, victim)
      const before = await rowOf(venue, victim)
      if (sleeps) await venue.sleep()

      const thief = new Guest(venue, 'Ladrão')
      const entered = await venue.enter(thief, { phone })
      if (isOnline) {
        expect(entered).toEqual({ ok: false, code: 'profile_online' })
        expect(await rowOf(venue, victim)).toEqual(before)
        return
      }
      if (!entered.ok || !entered.secret) throw new Error('an offline profile is recovered')
      await thief.as(victim.id, entered.secret)
      const page = await thief.connect()
      friend.say(victim, 'agora')
      await page.get('message', ({ message }) => message.text === 'agora')
      const seen = await venue.room.history(thief.visit, friend.id, { before: 1_000 })
      expect(seen.ok && seen.history.messages.map(({ text }) => text)).toEqual(['agora'])
      expect(page.raw.join()).not.toContain('antes')
      if (sleeps) await venue.sleep()

      const back = await victim.connect()
      await page.until(() => page.closed)
      expect((await back.get('snapshot')).you).toMatchObject({ name: 'Vítima', phone })
      const all = await venue.room.history(victim.visit, friend.id, {})
      expect(all.ok && all.history.messages).toHaveLength(earlier + 1)
      expect(await venue.room.history(thief.visit, friend.id, {})).toMatchObject({ ok: false })
    }),
    { numRuns: runs(24, 1_000), endOnFailure: true },
  )
})

test('T1 a clock that is set back shows the new holder nothing earlier', async () => {
  const venue = await Venue.open()
  const phone = '+5511987654321'
  const victim = await venue.admit('Vítima', { phone })
  const friend = await venue.seat('Amiga')
  friend.say(victim, 'antes')
  await friend.page.get('stored')
  await goOffline(venue, victim)
  const thief = new Guest(venue, 'Ladrão')
  const entered = await venue.enter(thief, { phone })
  if (!entered.ok || !entered.secret) throw new Error('an offline profile is recovered')
  await thief.as(victim.id, entered.secret)
  // As if everything had been written an hour later than the recovery.
  await runInDurableObject(venue.room, (_, { storage }) => {
    storage.sql.exec('UPDATE messages SET created_at = created_at + 3600000')
  })
  await venue.sleep()
  const seen = await venue.room.history(thief.visit, friend.id, {})
  expect(seen).toMatchObject({ ok: true, history: { messages: [], hasEarlier: false } })
  expect((await thief.connect()).all('snapshot')).toMatchObject([{ conversations: [] }])
})

async function goOffline(venue: Venue, guest: Guest): Promise<void> {
  if (guest.hasPage) {
    guest.page.close()
    await guest.page.until(() => guest.page.closed)
  }
  await expect
    .poll(() => runInDurableObject(venue.room, (_, state) => state.getWebSockets(guest.id).length))
    .toBe(0)
  await runInDurableObject(venue.room, (_, { storage }) => {
    storage.sql.exec('UPDATE bar_profiles SET online_until = 1 WHERE id = ?', guest.id)
  })
  // What was written behind its back the room learns by waking.
  await venue.sleep()
}

function rowOf(venue: Venue, { id }: Guest) {
  return runInDurableObject(venue.room, (_, { storage }) =>
    storage.sql.exec('SELECT * FROM bar_profiles WHERE id = ?', id).one(),
  )
}
