import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { fillBar } from '#test/worker/full-bar.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

test('T51 an emptied bar tells everybody, keeps nothing of them, erases its file, and lets them in again', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await ana.deliver(bia, 'oi')
  expect(await bar.room.countPeople()).toBe(2)
  expect(await bar.room.clear()).toEqual({ ok: true, people: 2 })
  expect(await bar.room.ownData(ana.visit)).toMatchObject({ code: 'visit_ended' })
  await bar.ring()
  for (const { page } of [ana, bia]) {
    expect(await page.get('ended')).toMatchObject({ reason: 'emptied' })
    expect(await page.until(() => page.closed)).toEqual({
      code: CLOSE.visitEnded,
      reason: 'emptied',
    })
  }
  await bar.erased()
  expect(await bar.room.clear()).toEqual({ ok: true, people: 0 })
  expect(await bar.enter(new Person(bar, 'Ana'), { mark: ana.mark })).toMatchObject({ ok: true })
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
    ok: true,
    people: 3,
    isOwn: false,
  })
  expect(await bar.room.countNetwork(...own)).toMatchObject({ people: 1, isOwn: true })
  expect(await bar.room.clearNetwork(...own)).toEqual({ ok: false, code: 'own_network' })
  expect(await bar.room.clearNetwork(...laptop)).toEqual({ ok: true, people: 3 })
  for (const one of many) expect(await bar.room.leave(one.visit)).toMatchObject({ ok: false })
  expect(await bar.room.blocks(ana.visit)).toMatchObject({ ok: true })
  await bar.ring()
  expect(await bar.room.clearNetwork(...laptop)).toMatchObject({
    code: 'person_not_found',
  })
  // A question that meets a removal is answered with zero people, not with a refusal.
  expect(await bar.room.countNetwork(...laptop)).toMatchObject({ ok: true, people: 0 })
})

const DELETED = 'UPDATE bars SET deleted_at = 1 WHERE id = ?'
test.for([
  ['a bar is emptied', 'emptied', ({ room }) => room.clear()],
  ['a network is sent out', 'emptied', ({ room }, ana) => room.clearNetwork(ana.id, 'x')],
  [
    'a bar is deleted',
    'closed',
    async ({ room, barId }) => {
      await env.DB.prepare(DELETED).bind(barId).run()
      await room.barChanged(barId)
    },
  ],
] satisfies [string, string, (bar: Bar, ana: Person) => Promise<unknown>][])(
  'T51 a page that sends a frame while %s gets `ended` and 4000',
  async ([, reason, end]) => {
    const bar = await Bar.open()
    const ana = await bar.seat('Ana', { network: 'a laptop' })
    // Their ids precede those that the room mints.
    await fillBar(bar, 250, { network: 'a laptop' })
    await end(bar, ana)
    await bar.ring()
    ana.page.send({ type: 'visible' })
    await bar.ring()
    expect(await ana.page.until(() => ana.page.closed)).toEqual({ code: CLOSE.visitEnded, reason })
    expect(ana.page.all('ended')).toMatchObject([{ reason }])
  },
)

test('T51 T52 rule 7: emptying a bar ends 250 visits an alarm, through a sleep, and spares later ones', async () => {
  const [bar] = await Bar.admitted('Ana')
  const crowd = runs(500, 19_999)
  await fillBar(bar, crowd - 1)
  expect(await bar.room.clear()).toEqual({ ok: true, people: crowd })
  expect(await bar.room.countPeople()).toBe(0)
  passTime(1)
  const late = await bar.seat('Tardia')
  await bar.sleep()
  const countRows = async () => (await bar.sql('SELECT id FROM bar_profiles')).length
  for (let left = crowd; left > 0; left -= 250) {
    expect(await countRows()).toBe(left + 1)
    expect(await bar.alarm()).toBeLessThanOrEqual(Date.now() + 100)
    await bar.ring()
  }
  expect(await countRows()).toBe(1)
  expect(await bar.alarm()).toBeGreaterThan(Date.now() + 100)
  // Every end is broadcast, though many share a frame. Every photo is erased or queued.
  await late.page.until(() => late.page.events().length === crowd)
  await bar.photosErased()
  expect(await bar.room.blocks(late.visit)).toMatchObject({ ok: true })
})
