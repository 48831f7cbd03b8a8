import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test, vi } from 'vitest'
import { CLOSE, PING, PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

const wentOffline = (watcher: Person, { id }: Person) =>
  watcher.page
    .events()
    .some((event) => event.kind === 'presence' && event.person.id === id && !event.person.online)

test.each([
  ['a socket that was not heard for 45 seconds', 'visible', TIMINGS.heardWithinMs],
  ['a hidden page that was not heard for five minutes', 'hidden', TIMINGS.hiddenGraceMs],
] as const)(
  'R10 R26 rule 7: %s stops counting, and is closed, which brings nobody back',
  async (_, shown, ms) => {
    const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
    await bia.turn(shown)
    await bar.silence(bia, ms - 10_000)
    await bar.ring()
    await ana.page.settle()
    expect(wentOffline(ana, bia)).toBe(false)

    await bar.silence(bia, ms + 1)
    await bar.ring()
    await ana.page.until(() => wentOffline(ana, bia))
    expect(await bia.page.closeCode()).toBe(CLOSE.silent)
    await scheduler.wait(50)
    expect(await ana.look()).toMatchObject({ total: 2, online: 1 })
  },
)

test('rule 7: a ping is a sign of life, and wakes nothing', async () => {
  // The platform notes when a ping came by the machine's own clock.
  vi.useRealTimers()
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  bia.page.send(PING)
  await bia.page.until(() => bia.page.raw.includes(PONG))
  await bar.silence(bia, TIMINGS.heardWithinMs + 1)
  await bar.ring()
  await ana.page.settle()
  expect(wentOffline(ana, bia)).toBe(false)
})

test('R9 rule 7: a late alarm for silent sockets delays what is broadcast and not who counts', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.ring()
  const alarm = await bar.alarm()
  expect(alarm).toBeGreaterThan(Date.now())
  expect(alarm).toBeLessThanOrEqual(Date.now() + TIMINGS.heardWithinMs)
  await bar.silence(bia, TIMINGS.heardWithinMs + 1)
  await runInDurableObject(bar.room, (_, { storage }) => storage.deleteAlarm())
  expect(await ana.look()).toMatchObject({ online: 1 })
})
