import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { runs, within } from '#test/worker/runs.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

test('T51 an emptied bar tells everybody, keeps nothing of them, and lets them in again', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await ana.tell(bia, 'oi')
  expect(await bar.room.countPeople()).toBe(2)
  expect(await bar.room.clear()).toEqual({ ok: true, people: 2 })
  expect(await bar.room.history(ana.visit, bia.id, {})).toMatchObject({ code: 'visit_ended' })
  await bar.ring()
  for (const { page } of [ana, bia]) {
    expect(await page.get('ended')).toMatchObject({ reason: 'emptied' })
    expect(await page.until(() => page.closed)).toEqual({
      code: CLOSE.visitEnded,
      reason: 'emptied',
    })
  }
  expect(await bar.enter(new Person(bar, 'Ana'), { mark: ana.mark })).toMatchObject({ ok: true })
})

test('T51 an emptied bar erases the file of its room', async () => {
  const [bar] = await Bar.admitted('Ana')
  await bar.listed(true)
  await bar.room.clear()
  await bar.ring()
  await bar.erased()
  expect(await bar.room.clear()).toEqual({ ok: true, people: 0 })
})

test('T51 everybody of one network ends, and nobody else; never the network of the board', async () => {
  const bar = await Bar.open()
  const many = await Promise.all(
    ['A', 'B', 'C'].map((name) => bar.admit(name, { network: 'a laptop' })),
  )
  const ana = await bar.admit('Ana', { network: 'the bar' })
  const [first] = many as [Person]
  const laptop = [first.id, 'the bar'] as const
  const own = [ana.id, 'the bar'] as const
  expect(await bar.room.countNetwork(...laptop)).toEqual({
    ...{ ok: true, people: 3, isOwn: false },
  })
  expect(await bar.room.countNetwork(...own)).toMatchObject({ people: 1, isOwn: true })
  expect(await bar.room.clearNetwork(...own)).toEqual({ ok: false, code: 'own_network' })
  expect(await bar.room.clearNetwork(...laptop)).toEqual({ ok: true, people: 3 })
  for (const one of many)
    expect(await bar.room.startLeaving(one.visit)).toMatchObject({ ok: false })
  expect(await bar.room.stay(ana.visit)).toEqual({ ok: true })
  await bar.ring()
  expect(await bar.room.clearNetwork(...laptop)).toMatchObject({
    code: 'person_not_found',
  })
  // Whoever asks while they remove somebody is told that nobody is there, not that they erred.
  expect(await bar.room.countNetwork(...laptop)).toMatchObject({ ok: true, people: 0 })
})

test('T51 a crowd is over at once, ends in turns that go on after a sleep, and who enters then stays', {
  timeout: within(30_000),
}, async () => {
  const bar = await Bar.open()
  const crowd = runs(500, 19_999)
  await fill(bar, await bar.admit('Ana'), crowd - 1)
  expect(await bar.room.clear()).toEqual({ ok: true, people: crowd })
  expect(await bar.room.countPeople()).toBe(0)
  passTime(1)
  const late = await bar.admit('Tardia')
  await bar.sleep()
  while ((await countRows(bar)) > 1) {
    await bar.ringAfter(1_000)
  }
  expect(await bar.room.stay(late.visit)).toEqual({ ok: true })
})

const countRows = (bar: Bar): Promise<number> =>
  runInDurableObject(
    bar.room,
    (_, { storage: { sql } }) => sql.exec('SELECT id FROM bar_profiles').toArray().length,
  )

/** Copies of one person's row. */
async function fill(bar: Bar, { id }: Person, count: number): Promise<void> {
  await runInDurableObject(bar.room, (_, { storage: { sql } }) => {
    const columns = sql
      .exec<{ name: string }>("SELECT name FROM pragma_table_info('bar_profiles')")
      .toArray()
      .map(({ name }) => name)
    const copied = columns.map((name) => (name === 'id' ? "'copy-' || value" : name))
    sql.exec(
      `WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ?)
       INSERT INTO bar_profiles (${columns}) SELECT ${copied} FROM bar_profiles, numbers WHERE id = ?`,
      ...[count, id],
    )
  })
  await bar.sleep()
}
