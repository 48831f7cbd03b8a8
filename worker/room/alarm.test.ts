import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/durations.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { Alarm } from './alarm.ts'
import { People } from './people/people.ts'

beforeEach(stopClock)

test('R15 graces that run out in a row are all broadcast, also after the clock went back', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  const people = [await bar.admit('Bia'), await bar.admit('Caio')]
  await bar.ring()
  vi.setSystemTime(Date.now() - HOUR_MS)
  for (const [index, person] of people.entries()) {
    await bar.set(person, 'online_until', Date.now() + 1 + index * 40)
  }
  for (const [index, ms] of [2, 40].entries()) {
    await bar.ringAfter(ms)
    await ana.page.until(
      () => ana.page.events().filter(({ kind }) => kind === 'presence').length === index + 1,
    )
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

test('R9 a room whose first entrance has failed sets its alarm at the next one', async () => {
  const bar = await Bar.open()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(People.prototype, 'add').mockImplementationOnce(() => {
    throw new Error('not stored')
  })
  await expect(bar.admit('Ana')).rejects.toThrow('object failed')
  expect(await bar.ring()).toBe(true)
  expect(await bar.alarm()).toBeNull()
  await bar.admit('Ana')
  expect(await bar.alarm()).not.toBeNull()
})
