import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

test('a person who leaves is offline at once and gone after two seconds, broadcast to everybody', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  ana.say(bia, 'oi')
  await bia.tell(ana, 'oi!')

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
  await bia.page.event('left')
  expect(bia.page.events().at(-1)).toEqual({ kind: 'left', personId: ana.id, name: 'Ana' })
})

test('a visit’s end erases the profile and its conversations, for both sides', async () => {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  ana.say(bia, 'segredo da Ana')
  await bia.tell(caio, 'isto fica')
  await bar.room.startLeaving(ana.visit)
  await bia.page.event('left')

  const left = await runInDurableObject(bar.room, (_, { storage: { sql } }) => ({
    people: sql.exec('SELECT name FROM bar_profiles ORDER BY name').toArray(),
    messages: sql.exec('SELECT text FROM messages').toArray(),
    conversations: sql.exec('SELECT count(*) AS n FROM conversations').one(),
  }))
  expect(left).toEqual({
    people: [{ name: 'Bia' }, { name: 'Caio' }],
    messages: [{ text: 'isto fica' }],
    conversations: { n: 1 },
  })
  expect(await bar.room.history(bia.visit, ana.id, {})).toEqual({
    ok: false,
    code: 'person_not_found',
  })
})

test('whoever stays in time stays, and is shown online again', async () => {
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
})

test('leaving twice moves nothing; staying too late is answered with the end', async () => {
  stopClock()
  const [bar, ana] = await Bar.seated('Ana')
  const first = await bar.room.startLeaving(ana.visit)
  expect(await bar.room.startLeaving(ana.visit)).toEqual(first)
  await bar.ringAfter(TIMINGS.leavingMs)
  await ana.page.until(() => ana.page.closed)
  expect(await bar.room.stay(ana.visit)).toEqual({ ok: false, code: 'visit_ended' })
  expect(await bar.room.startLeaving(ana.visit)).toEqual({ ok: false, code: 'visit_ended' })
})

test('R9 leaving happens though the room sleeps, and the alarm twice does it once', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.room.startLeaving(ana.visit)
  await bar.sleep()
  await bia.page.event('left')
  await bar.ring()
  await bia.page.settle()
  expect(bia.page.events().filter(({ kind }) => kind === 'left')).toHaveLength(1)
})
