import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test, vi } from 'vitest'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { Alarm } from './alarm.ts'

const HOUR_MS = 3_600_000

beforeEach(stopClock)

test('R15 a grace that runs out after the clock went back is published like any other', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  const people = [await bar.admit('Bia'), await bar.admit('Caio')]
  await bar.ring()
  const offline = () => ana.page.events().filter(({ kind }) => kind === 'presence').length
  vi.setSystemTime(Date.now() - HOUR_MS)
  for (const [index, { id }] of people.entries()) {
    await bar.sql('UPDATE bar_profiles SET online_until = ? WHERE id = ?', Date.now() + 1, id)
    await bar.sleep()
    await bar.ringAfter(2)
    await ana.page.until(() => offline() === index + 1)
  }
})

test('R9 a deadline that fails keeps no other from running, and is tried again in ten seconds', async () => {
  const [bar] = await Bar.admitted('Ana')
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await runInDurableObject(bar.room, async (_, { storage }) => {
    const alarm = new Alarm(storage)
    const ran: string[] = []
    alarm.fire([
      () => {
        throw new Error('fails')
      },
      (now) => {
        ran.push('next')
        return now + HOUR_MS
      },
      () => Number.NaN,
    ])
    expect(ran).toEqual(['next'])
    expect(await storage.getAlarm()).toBe(Date.now() + 10_000)
    alarm.wakeBy(Date.now() + HOUR_MS)
    expect(await storage.getAlarm()).toBe(Date.now() + 10_000)
    alarm.wakeBy(Date.now())
    expect(await storage.getAlarm()).toBe(Date.now() + 100)
  })
})
