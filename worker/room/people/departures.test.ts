import { expect, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

test('a person who leaves is offline at once, and after two seconds gone for everybody with both sides of their conversations', async () => {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  ana.say(bia, 'segredo da Ana')
  await bia.tell(ana, 'oi!')
  await bia.tell(caio, 'isto fica')

  const before = Date.now()
  const leaving = await bar.room.startLeaving(ana.visit)
  if (!leaving.ok) throw new Error(leaving.code)
  expect(leaving.endsAt - before).toBeGreaterThanOrEqual(TIMINGS.leavingMs)
  expect(await ana.page.get('leaving')).toMatchObject({ endsAt: leaving.endsAt })
  await bia.page.event('presence')

  await ana.page.until(() => ana.page.closed)
  expect(Date.now()).toBeGreaterThanOrEqual(leaving.endsAt)
  expect(await ana.page.get('ended')).toEqual({
    type: 'ended',
    reason: 'left',
    erased: { profiles: 1, photos: 0, messages: 2 },
  })
  expect(ana.page.closed).toEqual({ code: CLOSE.visitEnded, reason: 'left' })
  expect(await bia.page.event('left')).toEqual({ kind: 'left', personId: ana.id, name: 'Ana' })
  expect(await bar.sql('SELECT name FROM bar_profiles ORDER BY name')).toEqual([
    { name: 'Bia' },
    { name: 'Caio' },
  ])
  expect(await bar.sql('SELECT text FROM messages')).toEqual([{ text: 'isto fica' }])
  expect(await bar.sql('SELECT count(*) AS n FROM conversations')).toEqual([{ n: 1 }])
  expect(await bar.textsFor(bia, ana)).toBe('person_not_found')
})

test('R9 whoever stays in time is online again; leaving happens once, though asked for twice, asleep, by two alarms, and staying is too late then', async () => {
  stopClock()
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.room.startLeaving(ana.visit)
  expect(await bar.room.stay(ana.visit)).toEqual({ ok: true })
  await bar.ring()
  await ana.page.settle()
  expect(ana.page.all('leaving').at(-1)).toEqual({ type: 'leaving', endsAt: null })
  await bia.page.settle()
  const presence = bia.page.events().filter((event) => event.kind === 'presence')
  expect(presence.map(({ person }) => person.online)).toEqual([false, true])

  const first = await bar.room.startLeaving(ana.visit)
  expect(await bar.room.startLeaving(ana.visit)).toEqual(first)
  await bar.sleep()
  await bar.ringAfter(TIMINGS.leavingMs)
  await bar.ring()
  await ana.page.until(() => ana.page.closed)
  expect(await bar.room.stay(ana.visit)).toEqual({ ok: false, code: 'visit_ended' })
  expect(await bar.room.startLeaving(ana.visit)).toEqual({ ok: false, code: 'visit_ended' })
  await bia.page.settle()
  expect(bia.page.events().filter(({ kind }) => kind === 'left')).toHaveLength(1)
})
