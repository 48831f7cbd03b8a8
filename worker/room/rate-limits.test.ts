import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { readRoomLimits } from './rate-limits.ts'

// A bucket refills only when the clock moves.
beforeEach(stopClock)

test('every limit that a room takes can be raised, and any other name stops the room', () => {
  const read = (raised: object) => readRoomLimits({ RAISED_LIMITS: JSON.stringify(raised) })
  expect(readRoomLimits({ RAISED_LIMITS: '' })).toBe(LIMITS)
  expect(read({ framesBurst: 9, sayPerMinute: 7 })).toMatchObject({
    framesBurst: 9,
    sayPerMinute: 7,
  })
  for (const wrong of [
    { framesBrust: 9 },
    { framesBurst: '9' },
    { framesBurst: 0 },
    { barsPage: 9 },
    { reports: 9 },
  ]) {
    expect(() => read(wrong)).toThrow()
  }
})

test('T15 frames beyond a burst and its rate are dropped unread, and end in a final close', async () => {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.admit('Ana'), await bar.seat('Bia')]
  await ana.connect(null, false)
  flood(ana, LIMITS.framesBurst)
  await ana.page.until(() => ana.page.all('read').length === LIMITS.framesBurst)
  passTime(1_000)
  const codes: (number | undefined)[] = []
  const answered: number[] = []
  for (let strike = 1; strike <= LIMITS.abuseCount; strike += 1) {
    if (strike > 1) await ana.connect()
    flood(ana, LIMITS.framesPerSecond + 50)
    await ana.page.until(() => ana.page.closed)
    codes.push(ana.page.closed?.code)
    answered.push(ana.page.all('read').length)
  }
  expect(codes).toEqual([CLOSE.overloaded, CLOSE.overloaded, CLOSE.misbehaved])
  expect(answered).toEqual([LIMITS.framesBurst + LIMITS.framesPerSecond, 0, 0])
  await bia.page.settle()
})

function flood(person: Person, frames: number): void {
  const frame = { type: 'read', personId: crypto.randomUUID(), through: 0 }
  for (let turn = 0; turn < frames; turn += 1) person.page.send(frame)
}

test('T15 pages and searches share a limit of their own, and other frames go on', async () => {
  const [, ana] = await Bar.seated('Ana')
  const ask = (at: number) =>
    ana.page.send(at % 2 ? { type: 'page', after: null } : { type: 'search', text: `a${at}` })
  const answers = () => ana.page.all('page').length + ana.page.all('found').length
  for (let at = 0; at < LIMITS.peopleAskedBurst + 10; at += 1) ask(at)
  await ana.page.settle()
  expect(answers()).toBe(LIMITS.peopleAskedBurst)
  expect(ana.page.all('refused')).toHaveLength(10)
  expect(ana.page.all('refused')[0]).toMatchObject({ id: null, reason: 'rate_limited' })
  passTime(1_000)
  for (let at = 0; at < 10; at += 1) ask(at)
  await ana.page.settle()
  expect(answers()).toBe(LIMITS.peopleAskedBurst + LIMITS.peopleAskedPerSecond)
  expect(ana.page.closed).toBeNull()
})
