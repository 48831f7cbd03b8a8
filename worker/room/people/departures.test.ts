import { expect, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { Bar } from '#test/worker/room-client.ts'

test('a person who leaves is gone for everybody at once, with both sides of their conversations', async () => {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  ana.say(bia, 'segredo da Ana')
  await bia.deliver(ana, 'oi!')
  await bia.deliver(caio, 'isto fica')

  const erased = { profiles: 1, photos: 0, messages: 2 }
  expect(await bar.room.leave(ana.visit)).toEqual({ ok: true, erased })
  expect(await ana.page.get('ended')).toEqual({ type: 'ended', reason: 'left', erased })
  await ana.page.until(() => ana.page.closed)
  expect(ana.page.closed).toEqual({ code: CLOSE.visitEnded, reason: 'left' })
  expect(await bia.page.event('left')).toEqual({ kind: 'left', personId: ana.id, name: 'Ana' })
  expect(await bar.sql('SELECT name FROM bar_profiles ORDER BY name')).toEqual([
    { name: 'Bia' },
    { name: 'Caio' },
  ])
  expect(await bar.sql('SELECT text FROM messages')).toEqual([{ text: 'isto fica' }])
  expect(await bar.sql('SELECT count(*) AS n FROM sides')).toEqual([{ n: 2 }])
  expect(await bar.textsFor(bia, ana)).toBe('person_not_found')
})

test('leaving happens once, though asked for twice, and there is no way back', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const other = await ana.connect()
  const [first, second] = await Promise.all([bar.room.leave(ana.visit), bar.room.leave(ana.visit)])
  expect([first.ok, second]).toEqual([true, { ok: false, code: 'visit_ended' }])
  expect(await other.get('ended')).toMatchObject({ reason: 'left' })
  expect(await bar.room.continueAs(ana.device)).toEqual({ ok: false, code: 'person_not_found' })
  await bar.sleep()
  expect(await bar.room.leave(ana.visit)).toEqual({ ok: false, code: 'visit_ended' })
  await bia.page.settle()
  expect(bia.page.events().filter(({ kind }) => kind === 'left')).toHaveLength(1)
})
