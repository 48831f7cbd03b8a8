import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Guest, Venue } from '#test/cast/guest.ts'
import { runs, within } from '#test/support/runs.ts'
import { stopClock } from '#test/support/stopped-clock.ts'

beforeEach(stopClock)

const ADMIN = '00000000-0000-4000-8000-00000000000a'

test('T8 a removed person is told why, loses every page and is gone for everybody', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  ana.say(bia, 'oi')
  await bia.page.get('message')
  const second = ana.page
  await ana.connect()
  expect(await venue.room.remove(ana.id, ADMIN)).toEqual({ ok: true })
  for (const page of [second, ana.page]) {
    expect(await page.get('ended')).toMatchObject({ reason: 'removed', erased: { messages: 1 } })
    expect(await page.until(() => page.closed)).toEqual({
      code: CLOSE.visitEnded,
      reason: 'removed',
    })
  }
  await bia.page.until(() => bia.page.facts().some(({ kind }) => kind === 'left'))
  expect(await venue.room.history(bia.visit, ana.id, {})).toMatchObject({ ok: false })
  expect(await venue.room.remove(ana.id, ADMIN)).toEqual({ ok: false, code: 'person_not_found' })
})

test('T13 after a removal no frame, call or new socket of that visit does anything', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  await venue.room.remove(ana.id, ADMIN)
  for (let turn = 0; turn < 50; turn += 1) ana.say(bia, `ainda aqui ${turn}`)
  await bia.page.settle()
  expect(bia.page.all('message')).toEqual([])
  expect(await venue.room.history(ana.visit, bia.id, {})).toEqual({
    ok: false,
    code: 'visit_ended',
  })
  expect(await venue.room.startLeaving(ana.visit)).toMatchObject({ ok: false })
  const again = await ana.connect()
  expect(again.closed?.code).toBe(CLOSE.unknownVisit)
})

test('T13 the device of a removed person stays out for sixteen hours, through sleep and an empty bar', async () => {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana')
  await venue.room.remove(ana.id, ADMIN)
  await runDurableObjectAlarm(venue.room)
  await venue.sleep()
  expect(await doors(venue, ana.id)).toEqual(['removed', 'removed', 'removed'])

  await age(venue, TIMINGS.removalMs - 60_000)
  await runDurableObjectAlarm(venue.room)
  expect(await doors(venue, ana.id)).toEqual(['removed', 'removed', 'removed'])
  await age(venue, 61_000)
  await runDurableObjectAlarm(venue.room)
  // Nobody is kept out and nobody is in: nothing of the night is left.
  await expect.poll(() => tables(venue)).toEqual([])
  expect(await runInDurableObject(venue.room, (_, { storage }) => storage.getAlarm())).toBeNull()
  expect(await doors(venue, ana.id)).toEqual(['person_not_found', 'person_not_found', 'in'])
})

test('T13 the profiles that one browser made in turn go together, and others stay', async () => {
  const venue = await Venue.open()
  const ana = await venue.seat('Ana')
  const bia = await venue.seat('Bia')
  const second = await admitFrom(venue, ana.id)
  const third = await admitFrom(venue, second)
  await venue.room.remove(second, ADMIN)
  for (const id of [ana.id, second, third]) {
    expect(await doors(venue, id)).toEqual(['removed', 'removed', 'removed'])
  }
  await ana.page.until(() => ana.page.closed)
  expect(await venue.room.recognise(bia.id)).toMatchObject({ ok: true })
})

test('who made a profile is not kept out for who recovered it by phone alone', async () => {
  const venue = await Venue.open()
  const phone = '+5511987654321'
  const ana = await venue.admit('Ana', { phone })
  await runInDurableObject(venue.room, (_, { storage }) => {
    storage.sql.exec('UPDATE bar_profiles SET online_until = 0 WHERE id = ?', ana.id)
  })
  await venue.sleep()
  const other = new Guest(venue, 'Outra')
  const entered = await venue.enter(other, { phone })
  if (!entered.ok) throw new Error(entered.code)
  await venue.room.remove(ana.id, ADMIN)
  expect(await doors(venue, ana.id)).toEqual(['person_not_found', 'person_not_found', 'in'])
})

test('T46 whoever comes back while being removed is in or out, never both', {
  timeout: within(60_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 2 }), fc.nat({ max: 2 }), async (before, door) => {
      const venue = await Venue.open()
      const ana = await venue.seat('Ana')
      const knock = () =>
        door === 0
          ? venue.room.recognise(ana.id)
          : door === 1
            ? venue.room.continueAs(ana.id)
            : venue.enter(new Guest(venue, 'De novo'), { device: deviceOf(ana.id) })
      const early = Array.from({ length: before }, knock)
      const removal = venue.room.remove(ana.id, ADMIN)
      await Promise.all([...early, removal, knock(), knock()])
      expect(await doors(venue, ana.id)).toEqual(['removed', 'removed', 'removed'])
      const left = await runInDurableObject(venue.room, (_, { storage }) =>
        storage.sql.exec('SELECT name FROM guests').toArray(),
      )
      expect(left).toEqual([])
    }),
    { numRuns: runs(12, 1_000) },
  )
})

const deviceOf = (personId: string) => ({ personId, name: `device:${personId}` })

async function admitFrom(venue: Venue, formerId: string): Promise<string> {
  const guest = new Guest(venue, 'Mais um')
  const entered = await venue.enter(guest, { device: deviceOf(formerId) })
  if (!entered.ok) throw new Error(entered.code)
  return guest.id
}

/** What the three doors say to a device that shows the key of this person. */
async function doors(venue: Venue, personId: string): Promise<string[]> {
  const answers = [
    await venue.room.recognise(personId),
    await venue.room.continueAs(personId),
    await venue.enter(new Guest(venue, 'De novo'), { device: deviceOf(personId) }),
  ]
  return answers.map((answer) => (answer.ok ? 'in' : answer.code))
}

async function age(venue: Venue, byMs: number): Promise<void> {
  await runInDurableObject(venue.room, (_, { storage }) => {
    storage.sql.exec('UPDATE removals SET removed_at = removed_at - ?', byMs)
  })
}

function tables(venue: Venue): Promise<unknown[]> {
  return runInDurableObject(venue.room, (_, { storage }) =>
    storage.sql
      .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .toArray()
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('_')),
  )
}
