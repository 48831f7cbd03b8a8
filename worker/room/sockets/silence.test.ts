import { expect, test, vi } from 'vitest'
import { PING, PONG } from '#contract/protocol.ts'
import type { RoomSocket } from '#test/client/room-socket.ts'
import { noteFigures } from '#test/worker/figures.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { BarRoom } from '#worker/room/bar-room.ts'

const HANDLERS = ['fetch', 'webSocketMessage', 'webSocketClose', 'webSocketError', 'alarm'] as const
const PEOPLE = 20

const lastTotal = (page: RoomSocket) =>
  page.all('events').at(-1)?.total ?? page.all('snapshot').at(-1)?.total

const pongs = ({ page }: Person) => page.raw.filter((frame) => frame === PONG).length

test('B6 silent people run no handler and leave no timer', async (context) => {
  stopClock()
  const bar = await Bar.open()
  const people: Person[] = []
  for (let number = 0; number < PEOPLE; number += 1) people.push(await bar.seat(`Pessoa ${number}`))
  // The events of their entering have been sent.
  for (const { page } of people) await page.until(() => lastTotal(page) === PEOPLE)
  await bar.pushed(PEOPLE, PEOPLE)
  const runs = HANDLERS.map((name) => vi.spyOn(BarRoom.prototype, name))
  const timers = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setInterval')]
  const callsOf = (spies: { mock: { calls: unknown[] } }[]) =>
    spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  let pinged = 0
  const pingThrice = async () => {
    for (const spy of [...runs, ...timers]) spy.mockClear()
    for (let round = 1; round <= 3; round += 1) {
      pinged += 1
      for (const { page } of people) page.send(PING)
      while (people.some((person) => pongs(person) < pinged)) await scheduler.wait(5)
    }
    return callsOf([...runs, ...timers])
  }
  // Their entering may have left work that sets a timer in the first rounds.
  await seen(async () => (await pingThrice()) === 0)

  await pingThrice()
  noteFigures(context, {
    'handler runs, 20 people of three pings each': callsOf(runs),
    'timers set': callsOf(timers),
  })
  expect([callsOf(runs), callsOf(timers)]).toEqual([0, 0])

  // The counters count: a frame runs a handler, and a batch window sets a timer.
  people[0]?.page.send({ type: 'hidden' })
  await Promise.all(people.map((person) => bar.admit(`${person.name} de novo`)))
  while (runs[1]?.mock.calls.length === 0) await scheduler.wait(5)
  expect(timers[0]?.mock.calls.length).toBeGreaterThan(0)
})

test('B6 a room that wakes where nothing has happened sets no timer', async () => {
  stopClock()
  const [bar] = await Bar.seated('Ana')
  await bar.pushed(1, 1)
  await bar.sleep()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  expect(await bar.ring()).toBe(true)
  await scheduler.wait(0)
  expect(timers).not.toHaveBeenCalled()
})
