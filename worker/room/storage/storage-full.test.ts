import { beforeEach, expect, test, vi } from 'vitest'
import { dumpOf, FaultyStorage } from '#test/worker/faulty-storage.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

const REFUSED = { type: 'refused', reason: 'internal', detail: 'storage_full' }

test('R22 R6 a full storage refuses messages and profiles by name, and an older page gets a failure', async () => {
  const [bar, bia, caio] = await Bar.seated('Bia', 'Caio')
  const phone = '+5511987654321'
  const ana = await bar.seat('Ana', { phone })
  await ana.deliver(bia, 'antes')
  const storage = new FaultyStorage()
  await storage.standBefore(bar.room)
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})

  storage.isFull = true
  // The first of a conversation is two statements, in a transaction; one that goes on is one.
  const refused = [ana.say(bia, 'cheio'), ana.say(caio, 'cheio')]
  for (const id of refused)
    expect(await ana.page.get('refused', (one) => one.id === id)).toEqual({ ...REFUSED, id })
  const events = log.mock.calls.map(([line]) => JSON.parse(line).event)
  expect(events).toEqual(['storage_full', 'storage_full'])
  // A profile that is found and cannot be updated stays as it was.
  const before = await dumpOf(bar.room, [])
  const again = await bar.enter(new Person(bar, 'Ana Luíza'), { phone, device: ana.device })
  expect(again).toEqual({ ok: false, code: 'update_failed' })
  expect(await dumpOf(bar.room, [])).toEqual(before)
  expect(JSON.parse(log.mock.lastCall?.[0] ?? '').event).toBe('profile_not_updated')
  log.mockRestore()
  expect(await bar.textsFor(ana, bia)).toEqual(['antes'])

  storage.isFull = false
  ana.say(bia, 'depois', refused[0])
  ana.say(caio, 'depois', refused[1])
  expect(
    (await bia.page.get('message', ({ message }) => message.text === 'depois')).message,
  ).toEqual(expect.objectContaining({ id: refused[0], number: 2 }))
  expect((await caio.page.get('message')).message).toMatchObject({ id: refused[1], number: 1 })
  expect(ana.page.all('stored')).toHaveLength(3)
})
