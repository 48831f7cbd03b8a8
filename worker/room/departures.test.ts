import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

test('a person who leaves is offline at once and gone after two seconds, broadcast to everybody', async () => {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.seat('Ana'), await bar.seat('Bia')]
  ana.say(bia, 'oi')
  bia.say(ana, 'oi!')
  await ana.page.get('message')

  const before = Date.now()
  const leaving = await bar.room.startLeaving(ana.visit)
  if (!leaving.ok) throw new Error(leaving.code)
  expect(leaving.endsAt - before).toBeGreaterThanOrEqual(TIMINGS.leavingMs)
  expect(await ana.page.get('leaving')).toMatchObject({ endsAt: leaving.endsAt })
  await bia.page.until(() => bia.page.events().some(({ kind }) => kind === 'presence'))

  await ana.page.until(() => ana.page.closed)
  expect(Date.now()).toBeGreaterThanOrEqual(leaving.endsAt)
  expect(await ana.page.get('ended')).toEqual({
    type: 'ended',
    reason: 'left',
    erased: { profiles: 1, photos: 0, messages: 2 },
  })
  expect(ana.page.closed).toEqual({ code: CLOSE.visitEnded, reason: 'left' })
  await bia.page.until(() => bia.page.events().some(({ kind }) => kind === 'left'))
  expect(bia.page.events().at(-1)).toEqual({ kind: 'left', personId: ana.id, name: 'Ana' })
})

test('T7 no frame has the mark of a browser, which would tie its visits together', async () => {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.admit('Ana'), await bar.admit('Bia')]
  for (const person of [ana, bia]) await person.connect()
  const marks = await runInDurableObject(bar.room, (_, { storage: { sql } }) =>
    sql.exec<{ mark: string }>('SELECT mark FROM bar_profiles').toArray(),
  )
  expect(marks).toHaveLength(2)
  await bar.room.startLeaving(ana.visit)
  await bia.page.until(() => bia.page.events().some(({ kind }) => kind === 'left'))
  expect(bia.page.raw.join()).toContain(ana.id)
  for (const { mark } of marks) expect(bia.page.raw.join()).not.toContain(mark)
})

test('a visit’s end erases the profile and its conversations, for both sides', async () => {
  const bar = await Bar.open()
  const [ana, bia, caio] = [await bar.seat('Ana'), await bar.seat('Bia'), await bar.seat('Caio')]
  ana.say(bia, 'segredo da Ana')
  bia.say(caio, 'isto fica')
  await caio.page.get('message')
  await bar.room.startLeaving(ana.visit)
  await bia.page.until(() => bia.page.events().some(({ kind }) => kind === 'left'))

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
  const bar = await Bar.open()
  const [ana, bia] = [await bar.seat('Ana'), await bar.seat('Bia')]
  await bar.room.startLeaving(ana.visit)
  expect(await bar.room.stay(ana.visit)).toEqual({ ok: true })
  await runDurableObjectAlarm(bar.room)
  await ana.page.settle()
  expect(ana.page.all('leaving').at(-1)).toEqual({ type: 'leaving', endsAt: null })
  await bia.page.settle()
  const presence = bia.page.events().filter((event) => event.kind === 'presence')
  expect(presence.map(({ person }) => person.online)).toEqual([false, true])
})

test('leaving twice moves nothing; staying too late is answered with the end', async () => {
  stopClock()
  const bar = await Bar.open()
  const ana = await bar.seat('Ana')
  const first = await bar.room.startLeaving(ana.visit)
  expect(await bar.room.startLeaving(ana.visit)).toEqual(first)
  passTime(TIMINGS.leavingMs)
  await runDurableObjectAlarm(bar.room)
  await ana.page.until(() => ana.page.closed)
  expect(await bar.room.stay(ana.visit)).toEqual({ ok: false, code: 'visit_ended' })
  expect(await bar.room.startLeaving(ana.visit)).toEqual({ ok: false, code: 'visit_ended' })
})

test('R9 leaving happens though the room sleeps, and the alarm twice does it once', async () => {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.seat('Ana'), await bar.seat('Bia')]
  await bar.room.startLeaving(ana.visit)
  await bar.sleep()
  await bia.page.until(() => bia.page.events().some(({ kind }) => kind === 'left'))
  await runDurableObjectAlarm(bar.room)
  await bia.page.settle()
  expect(bia.page.events().filter(({ kind }) => kind === 'left')).toHaveLength(1)
})
