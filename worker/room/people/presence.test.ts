import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { RoomSocket } from '#test/client/room-socket.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

const onlineUntil = (bar: Bar, person: Person) => bar.get(person, 'online_until')

test('rule 9: a close is answered; who comes back within the grace was never offline, later they were', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const told = () =>
    ana.page.events().flatMap((event) => (event.kind === 'presence' ? [event.person.online] : []))
  await bia.close(CLOSE.pageClosed)
  expect(bia.page.closed?.code).toBe(CLOSE.pageClosed)
  passTime(TIMINGS.offlineGraceMs - 1)
  await bia.connect()
  await bar.ring()
  await ana.page.settle()
  expect(told()).toEqual([])
  await bia.close()
  await bar.ringAfter(TIMINGS.offlineGraceMs + 1)
  await bia.connect()
  await ana.page.until(() => told().length > 1)
  expect(told()).toEqual([false, true])
})

test('T10 a page that closes with a code that nobody may send goes offline like any other', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  passTime(1_000)
  await runInDurableObject(bar.room, async (room, state) => {
    const [socket] = state.getWebSockets(ana.id)
    if (socket) await room.webSocketClose(socket, 1015)
  })
  expect(await onlineUntil(bar, ana)).toBe(Date.now() + TIMINGS.offlineGraceMs)
})

test('a page that was hidden is a phone in a pocket and gets five minutes; a closed page does not', async () => {
  const bar = await Bar.open()
  for (const [code, graceMs] of [
    [1001, TIMINGS.hiddenGraceMs],
    [CLOSE.pageClosed, TIMINGS.offlineGraceMs],
  ] as const) {
    const person = await bar.seat('Ana')
    await person.turn('hidden')
    await person.close(code)
    expect(await onlineUntil(bar, person)).toBe(Date.now() + graceMs)
  }
})

test('two pages are one person, online until the last one drops', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const otherTab = new Person(bar, 'Bia').as(bia.entered)
  await otherTab.connect()
  const before = await onlineUntil(bar, bia)
  passTime(1_000)
  await bia.close()
  expect(await onlineUntil(bar, bia)).toBe(before)
  expect((await ana.look()).total).toBe(2)
  await otherTab.close()
  expect(await onlineUntil(bar, bia)).toBe(Date.now() + TIMINGS.offlineGraceMs)
})

test('T15 T18 however many pages one person opens, the three newest are left, and it is no abuse', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  const pages: RoomSocket[] = []
  for (let opened = 0; opened < runs(LIMITS.refusedUpgradesBurst + 50, 2_000); opened += 1) {
    pages.push(await ana.connect())
    // Those that the room has closed are there until their other end has answered.
    expect(await bar.countOpen(ana)).toBe(Math.min(pages.length, LIMITS.socketsPerPerson))
    // No more than a person may open in a minute.
    passTime(60_000 / LIMITS.upgradesPerMinutePerPerson)
  }
  const newest = pages.splice(-LIMITS.socketsPerPerson)
  await expect.poll(() => pages.filter(({ closed }) => !closed)).toEqual([])
  expect(new Set(pages.map(({ closed }) => closed?.code))).toEqual(new Set([CLOSE.tooManySockets]))
  for (const page of newest) await page.settle()
  expect(newest.map(({ closed }) => closed)).toEqual([null, null, null])
})

test('T7 no frame about others has a phone, or the mark of a browser, which would tie its visits together', async () => {
  const bar = await Bar.open()
  const own = '+5521912340002'
  await bar.admit('Ana', { phone: '+5511987650001' })
  const bia = await bar.seat('Bia', { phone: own })
  const caio = await bar.admit('Caio', { phone: '+5511987650003' })
  const marks = await bar.sql<{ mark: string }>('SELECT mark FROM bar_profiles')
  expect(marks).toHaveLength(3)
  await bar.room.edit(caio.visit, { phone: '+5511987650009' })
  await bar.leave(caio)
  await bia.page.event('left')
  expect((await bia.page.get('snapshot')).you.phone).toBe(own)
  const told = bia.page.raw.join('')
  expect(told).toContain(caio.id)
  for (const secret of ['98765000', ...marks.map(({ mark }) => mark)]) {
    expect(told).not.toContain(secret)
  }
})
