import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { RoomSocket } from '#test/client/room-socket.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

test('a person who enters is broadcast at once, and is in later snapshots', async () => {
  const [, ana, bia] = await Bar.seated('Ana', 'Bia')
  await ana.page.until(() => ana.page.events().length > 0)
  expect(ana.page.events()).toEqual([
    {
      kind: 'entered',
      person: {
        id: bia.id,
        name: 'Bia',
        table: '7',
        photo: null,
        interest: 'all',
        online: true,
      },
    },
  ])
  const { people, you, ...counts } = await bia.page.get('snapshot')
  expect(people.map(({ name, online }) => [name, online])).toEqual([['Ana', true]])
  expect(counts).toMatchObject({ total: 2, online: 2, next: null })
  expect(you.id).toBe(bia.id)
})

test('a reload does not flicker: who comes back within the grace was never offline', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await drop(bar, bia, CLOSE.pageClosed)
  await bia.connect()
  await bar.ring()
  await ana.page.settle()
  expect(ana.page.events().filter(({ kind }) => kind === 'presence')).toEqual([])
})

test('who drops is offline when the grace has run out, and online again with the next socket', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await drop(bar, bia)
  await letGraceRunOut(bar, bia)
  expect(await firstPresenceOf(ana, bia, false)).toBe(true)
  await bia.connect()
  expect(await firstPresenceOf(ana, bia, true)).toBe(true)
})

test('graces that run out in a row are all broadcast', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  const others = [await bar.admit('Bia'), await bar.admit('Caio'), await bar.admit('Davi')]
  await runInDurableObject(bar.room, async (_, { storage }) => {
    // Not before the room is asleep: awake, it would go by the graces that it remembers.
    const soon = Date.now() + 1_000
    for (const [index, { id }] of others.entries()) {
      storage.sql.exec(
        'UPDATE bar_profiles SET online_until = ? WHERE id = ?',
        soon + index * 40,
        id,
      )
    }
    await storage.setAlarm(soon)
  })
  await bar.sleep()
  for (const other of others) expect(await firstPresenceOf(ana, other, false)).toBe(true)
})

test('a page that was hidden is a phone in a pocket and gets five minutes; a closed page does not', async () => {
  stopClock()
  const bar = await Bar.open()
  for (const [code, graceMs] of [
    [1001, TIMINGS.hiddenGraceMs],
    [CLOSE.pageClosed, TIMINGS.offlineGraceMs],
  ] as const) {
    const person = await bar.seat('Ana')
    await person.turn('hidden')
    await person.close(code)
    expect((await onlineUntil(bar, person)) - Date.now()).toBe(graceMs)
  }
})

test('two pages are one person, online until the last one drops', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const firstPage = bia.page
  await bia.connect()
  const before = await onlineUntil(bar, bia)
  firstPage.close()
  while ((await openSockets(bar, bia)) > 1) await scheduler.wait(5)
  expect(await onlineUntil(bar, bia)).toBe(before)
  expect((await ana.look()).total).toBe(2)
})

test('T18 however many pages one person opens, the three newest are left', async () => {
  stopClock()
  const [bar, ana] = await Bar.admitted('Ana')
  const pages: RoomSocket[] = []
  for (let opened = 0; opened < runs(40, 2_000); opened += 1) {
    pages.push(await ana.connect())
    expect(await liveSockets(bar, ana)).toBe(Math.min(pages.length, LIMITS.socketsPerPerson))
    // No more than a person may open in a minute.
    passTime(60_000 / LIMITS.upgradesPerMinutePerPerson)
  }
  const newest = pages.splice(-LIMITS.socketsPerPerson)
  await expect.poll(() => pages.filter(({ closed }) => !closed)).toEqual([])
  expect(new Set(pages.map(({ closed }) => closed?.code))).toEqual(new Set([CLOSE.tooManySockets]))
  expect(newest.map(({ closed }) => closed)).toEqual([null, null, null])
})

test('a secret that is not the person’s, or an unknown person, is refused by a close code', async () => {
  const [, ana, bia] = await Bar.admitted('Ana', 'Bia')
  Object.assign(ana, { secretHash: bia.secretHash })
  const page = await ana.connect()
  expect(await page.closeCode()).toBe(CLOSE.unknownVisit)
  expect(page.frames).toEqual([])
})

test('T7 the snapshot and the events of a person hold no phone but the own', async () => {
  const bar = await Bar.open()
  const [canary, another, own] = ['+5511987650001', '+5511987650003', '+5521912340002']
  await bar.admit('Ana', { phone: canary })
  const bia = await bar.admit('Bia', { phone: own })
  await bia.connect()
  await bar.admit('Caio', { phone: another })
  await bia.page.until(() => bia.page.events().length > 0)
  expect((await bia.page.get('snapshot')).you.phone).toBe(own)
  expect(bia.page.raw.join('')).not.toContain('98765000')
})

async function drop(bar: Bar, person: Person, code = 1000): Promise<void> {
  const before = await onlineUntil(bar, person)
  person.page.close(code)
  while ((await onlineUntil(bar, person)) === before) await scheduler.wait(5)
}

/** Those that the room has closed are there until their other end has answered. */
const liveSockets = (bar: Bar, { id }: Person): Promise<number> =>
  runInDurableObject(
    bar.room,
    (_, state) => state.getWebSockets(id).filter(({ readyState }) => readyState === 1).length,
  )

const openSockets = (bar: Bar, { id }: Person): Promise<number> =>
  runInDurableObject(bar.room, (_, state) => state.getWebSockets(id).length)

const onlineUntil = (bar: Bar, { id }: Person): Promise<number> =>
  runInDurableObject(
    bar.room,
    (_, { storage }) =>
      storage.sql
        .exec<{ at: number }>('SELECT online_until AS at FROM bar_profiles WHERE id = ?', id)
        .one().at,
  )

/** Moves the end of a grace to just now, as if its seconds had passed, and lets the alarm fire. */
async function letGraceRunOut(bar: Bar, { id }: Person): Promise<void> {
  await runInDurableObject(bar.room, async (_, { storage }) => {
    const soon = Date.now() + 50
    storage.sql.exec('UPDATE bar_profiles SET online_until = ? WHERE id = ?', soon, id)
    await storage.setAlarm(soon)
  })
}

const firstPresenceOf = async (
  watcher: Person,
  { id }: Person,
  online: boolean,
): Promise<boolean> =>
  watcher.page.until(() =>
    watcher.page
      .events()
      .some(
        (event) =>
          event.kind === 'presence' && event.person.id === id && event.person.online === online,
      ),
  )

test('rule 9: a page that closes gets its close answered', async () => {
  const [, ana] = await Bar.seated('Ana')
  await ana.close(CLOSE.pageClosed)
  expect(ana.page.closed?.code).toBe(CLOSE.pageClosed)
})

test('T10 a page that closes with a code that nobody may send goes offline like any other', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  const before = await onlineUntil(bar, ana)
  await runInDurableObject(bar.room, async (room, state) => {
    const [socket] = state.getWebSockets(ana.id)
    if (socket) await room.webSocketClose(socket, 1015)
  })
  expect(await onlineUntil(bar, ana)).toBeGreaterThan(before)
})

test('the alarm is set for the end of the grace of somebody who never opens a page', async () => {
  stopClock()
  const [bar] = await Bar.seated('Bia')
  await bar.listed(true)
  const alarm = () => bar.alarm()
  await bar.ringAfter(2 * TIMINGS.offlineGraceMs)
  expect(await alarm()).toBeGreaterThan(Date.now() + TIMINGS.offlineGraceMs)
  await bar.admit('Ana')
  expect(await alarm()).toBe(Date.now() + TIMINGS.offlineGraceMs)
})
