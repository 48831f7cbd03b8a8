import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/bar-hours.ts'
import { Venue } from '#test/cast/guest.ts'
import { passTime, stopClock } from '#test/support/stopped-clock.ts'

beforeEach(stopClock)

async function copies({ barId }: Venue): Promise<string[]> {
  const question = 'SELECT name FROM bar_profiles WHERE bar_id = ? ORDER BY name'
  const { results } = await env.DB.prepare(question).bind(barId).all<{ name: string }>()
  return results.map(({ name }) => name)
}

const loseCopies = ({ barId }: Venue) =>
  env.DB.prepare('DELETE FROM bar_profiles WHERE bar_id = ?').bind(barId).run()

/** Two people whose copy is made, compared and noted. */
async function openCopied(): Promise<Venue> {
  const venue = await Venue.open()
  for (const name of ['Ana', 'Bia']) await venue.seat(name)
  await expect.poll(() => copies(venue)).toEqual(['Ana', 'Bia'])
  const attend = async () => {
    await runDurableObjectAlarm(venue.room)
    return runInDurableObject(venue.room, (_, { storage: { sql } }) =>
      sql.exec('SELECT compared_at FROM copied').toArray(),
    )
  }
  await expect.poll(attend).toEqual([{ compared_at: Date.now() }])
  return venue
}

/** How many questions a room that wakes from its alarm asks D1: each has a time in which to answer. */
async function wake(venue: Venue): Promise<number> {
  await venue.sleep()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  expect(await runDurableObjectAlarm(venue.room)).toBe(true)
  await scheduler.wait(0)
  const asked = timers.mock.calls.length
  timers.mockRestore()
  return asked
}

test('B6 a room that wakes where nothing has happened asks D1 nothing and sets no timer', async () => {
  const venue = await openCopied()
  expect([await wake(venue), await wake(venue)]).toEqual([0, 0])
  // Whoever came since may not have been copied.
  await venue.seat('Caio')
  await expect.poll(() => copies(venue)).toEqual(['Ana', 'Bia', 'Caio'])
  expect(await wake(venue)).toBeGreaterThan(0)
})

test('R18 who came while D1 was away is copied after a sleep, though everybody was copied before', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const venue = await openCopied()
  await env.DB.exec('ALTER TABLE bar_profiles RENAME TO bar_profiles_away')
  try {
    await venue.seat('Caio')
    await expect.poll(() => logged.mock.calls.length).toBeGreaterThan(0)
  } finally {
    await env.DB.exec('ALTER TABLE bar_profiles_away RENAME TO bar_profiles')
  }
  await wake(venue)
  await expect.poll(() => copies(venue)).toEqual(['Ana', 'Bia', 'Caio'])
})

test('what D1 has lost by itself is copied again within the hour', async () => {
  const venue = await openCopied()
  await loseCopies(venue)
  passTime(HOUR_MS - 1)
  await wake(venue)
  expect(await copies(venue)).toEqual([])
  passTime(1)
  await wake(venue)
  await expect.poll(() => copies(venue)).toEqual(['Ana', 'Bia'])
})
