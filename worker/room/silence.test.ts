import { expect, test, vi } from 'vitest'
import { PING, PONG } from '#contract/protocol.ts'
import type { Guest } from '#test/cast/guest.ts'
import { Venue } from '#test/cast/guest.ts'
import { BarRoom } from './bar-room.ts'

const HANDLERS = [
  'fetch',
  'webSocketMessage',
  'webSocketClose',
  'webSocketError',
  'alarm',
  'watch',
] as const
const PEOPLE = 20

const pongs = ({ page }: Guest) => page.raw.filter((frame) => frame === PONG).length

test('B6 silent people run no handler and leave no timer', async () => {
  const venue = await Venue.open()
  const guests: Guest[] = []
  for (let number = 0; number < PEOPLE; number += 1)
    guests.push(await venue.seat(`Pessoa ${number}`))
  // What the rush of their coming still had to tell.
  await scheduler.wait(700)
  const runs = HANDLERS.map((name) => vi.spyOn(BarRoom.prototype, name))
  const timers = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setInterval')]
  const counted = () => [...runs, ...timers].map(({ mock }) => mock.calls.length)

  for (let round = 1; round <= 3; round += 1) {
    for (const { page } of guests) page.send(PING)
    while (guests.some((guest) => pongs(guest) < round)) await scheduler.wait(5)
  }
  expect(counted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0])

  // The counters count: a frame runs a handler, and a rush sets a timer.
  guests[0]?.page.send({ type: 'hidden' })
  await Promise.all(guests.map((guest) => venue.admit(`${guest.name} de novo`)))
  while (runs[1]?.mock.calls.length === 0) await scheduler.wait(5)
  expect(timers[0]?.mock.calls.length).toBeGreaterThan(0)
})
