import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

const forgedPresence = [
  { type: 'presence', online: true },
  { type: 'presence', personId: 'admin-dashboard', online: true },
  { type: 'events', epoch: 'x', number: 9, events: [] },
  { type: 'hidden', online: true },
]

test('T10 a forged presence frame is an unknown type: it counts as abuse and changes nothing', async () => {
  for (const forged of forgedPresence) {
    const bar = await Bar.open()
    const [ana, bia] = [await bar.seat('Ana'), await bar.seat('Bia')]
    ana.page.send(forged)
    expect(await ana.page.get('refused')).toMatchObject({ id: null, reason: 'invalid_frame' })
    await bia.page.settle()
    expect(bia.page.events()).toEqual([])
  }
})

test.each([
  '{"type":"hidden","__proto__":{}}',
  '{"__proto__":{"type":"hidden"}}',
  '{"type":"hidden","constructor":{"prototype":{"isAdmin":true}}}',
])('T40 the frame %s is ill-formed', async (frame) => {
  const bar = await Bar.open()
  const ana = await bar.seat('Ana')
  ana.page.send(frame)
  expect(await ana.page.get('refused')).toMatchObject({ id: null, reason: 'invalid_frame' })
})

test('rule 6: the third ill-formed frame closes the socket for good', async () => {
  const bar = await Bar.open()
  const ana = await bar.seat('Ana')
  const illFormed = ['not json', '[]', 'null', '{"type":"say"}', '{"type":"nothing"}']
  for (const frame of illFormed) ana.page.send(frame)
  await ana.page.until(() => ana.page.closed)
  expect(ana.page.closed).toEqual({ code: CLOSE.misbehaved, reason: 'misbehaved' })
  expect(ana.page.all('refused')).toHaveLength(LIMITS.abuseCount - 1)
})

test('rule 6: abuse counts outlive the room’s sleep', async () => {
  const bar = await Bar.open()
  const ana = await bar.seat('Ana')
  for (let strike = 0; strike < LIMITS.abuseCount; strike += 1) {
    ana.page.send('not json')
    if (strike < LIMITS.abuseCount - 1) {
      await ana.page.until(() => ana.page.all('refused').length > strike)
      await bar.sleep()
    }
  }
  await ana.page.until(() => ana.page.closed)
  expect(ana.page.closed?.code).toBe(CLOSE.misbehaved)
})

test('rule 6: a frame over 8 KiB closes its socket unread, counted in bytes', async () => {
  for (const filling of ['a'.repeat(LIMITS.frameBytes), '酒'.repeat(LIMITS.frameBytes / 3)]) {
    const bar = await Bar.open()
    const ana = await bar.seat('Ana')
    ana.page.send(JSON.stringify({ type: 'say', text: filling }))
    await ana.page.until(() => ana.page.closed)
    expect(ana.page.closed?.code).toBe(CLOSE.frameTooBig)
  }
})

test('a frame of an ended visit does nothing, even where the client ignores the close', async () => {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.seat('Ana'), await bar.seat('Bia')]
  await runInDurableObject(bar.room, (_, state) => {
    state.storage.sql.exec('UPDATE bar_profiles SET expires_at = 1 WHERE id = ?', ana.id)
  })
  await bar.sleep()
  ana.say(bia, 'ainda aqui')
  await ana.page.until(() => ana.page.closed)
  expect(ana.page.closed?.code).toBe(CLOSE.unknownVisit)
  await bia.page.settle()
  expect(bia.page.all('message')).toEqual([])
})

test('T13 a client that ignores the close of its socket is not listened to any more', async () => {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.seat('Ana'), await bar.seat('Bia')]
  await runInDurableObject(bar.room, async (room, state) => {
    const [socket] = state.getWebSockets(ana.id)
    socket?.close(CLOSE.misbehaved, 'misbehaved')
    const frame = { type: 'say', id: crypto.randomUUID(), to: bia.id, text: 'ainda falo' }
    if (socket) await room.webSocketMessage(socket, JSON.stringify(frame))
  })
  await bia.page.settle()
  expect(bia.page.all('message')).toEqual([])
})
