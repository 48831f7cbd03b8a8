import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test, vi } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { attachmentOf } from '#test/fakes/room.ts'
import { sectionOf } from '#test/worker/board-client.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { wakeConversations } from '#test/worker/room-parts.ts'
import { seen } from '#test/worker/seen.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { Conversation } from '#worker/room/chat/conversation.ts'
import { PeopleIndex } from '#worker/room/people/people-index.ts'
import { Backpressure } from '#worker/room/sockets/backpressure.ts'
import { Sockets } from '#worker/room/sockets/sockets.ts'

beforeEach(stopClock)

/** Expects this event in the log, and clears the log. */
function expectLogged(event: string) {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => {
    const events = log.mock.calls.map(([line]) => JSON.parse(line).event)
    expect(new Set(events)).toEqual(new Set([event]))
    log.mockRestore()
  }
}

test('R8 a message that cannot be stored is refused alone, and the others of its batch are stored', async () => {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  await bar.sql(`CREATE TRIGGER poison BEFORE INSERT ON messages WHEN NEW.text = 'veneno'
      BEGIN SELECT RAISE(ABORT, 'poison'); END`)
  const logged = expectLogged('frame_failed')
  const [, , id] = ['um', 'dois', 'veneno', 'três'].map((text) => ana.say(bia, text))
  await ana.page.until(() => ana.page.all('stored').length === 3 && ana.page.all('refused')[0])
  logged()
  expect(ana.page.all('refused')).toEqual([{ type: 'refused', id, reason: 'internal' }])
  const told = ana.page.all('stored').map(({ message }) => `${message.number} ${message.text}`)
  expect(told).toEqual(['1 um', '2 dois', '3 três'])
  await caio.deliver(bia, 'tudo bem')
  await bia.deliver(ana, 'e você?')
  await ana.deliver(bia, 'agora sim')
})

test.each([
  [
    'rule 3: pages that missed the effects of a stored change',
    'effect_failed',
    () => vi.spyOn(PeopleIndex.prototype, 'apply'),
    (bar: Bar, ana: Person) => bar.room.edit(ana.visit, { table: '9' }),
  ],
  [
    'rule 5: pages that missed a stored message',
    'frame_failed',
    () => vi.spyOn(Conversation.prototype, 'unread'),
    async (_: Bar, ana: Person, bia: Person) => ana.say(bia, 'oi'),
  ],
])('%s reconnect at once and get a snapshot', async (_, event, watch, change) => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const logged = expectLogged(event)
  watch().mockImplementationOnce(() => {
    throw new Error('not sent')
  })
  await change(bar, ana, bia)
  for (const { page } of [ana, bia]) expect(await page.closeCode()).toBe(CLOSE.outOfSync)
  logged()
  expect((await bia.look()).people).toMatchObject([{ id: ana.id }])
})

test('rule 10: a board that missed the effects of a stored change is closed, and its next frame has them', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  const board = await sectionOf(bar)
  const logged = expectLogged('effect_failed')
  vi.spyOn(PeopleIndex.prototype, 'apply').mockImplementationOnce(() => {
    throw new Error('not sent')
  })
  await bar.room.edit(ana.visit, { table: '9' })
  logged()
  expect(await seen(() => board.closed)).toBe(CLOSE.outOfSync)
  const [people] = (await sectionOf(bar)).all('people')
  expect(people?.people).toMatchObject([{ table: '9' }])
})

test('R9 a visit that cannot end is tried again in ten seconds, and the others end', async () => {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  await bar.sql(`CREATE TRIGGER stuck BEFORE DELETE ON bar_profiles WHEN OLD.id = '${bia.id}'
    BEGIN SELECT RAISE(ABORT, 'stuck'); END`)
  await bar.sql('UPDATE bar_profiles SET expires_at = 1 WHERE id <> ?', ana.id)
  await bar.sleep()
  const logged = expectLogged('alarm_failed')
  for (let turn = 0; turn < 7; turn += 1) await bar.ring()
  logged()
  await ana.page.event('left')
  expect(ana.page.events().filter(({ kind }) => kind === 'left')).toMatchObject([
    { personId: caio.id },
  ])
  expect(await bar.alarm()).toBe(Date.now() + 10_000)
})

test('R15 the times of messages never go back, though the clock does', async () => {
  const [bar] = await Bar.admitted('Ana')
  await runInDurableObject(bar.room, (_, { storage }) => {
    const wake = () => wakeConversations(storage, { burst: 100, perSecond: 1 }).conversations
    const [ana, bia, caio] = Array.from({ length: 3 }, () => crypto.randomUUID()) as [
      string,
      string,
      string,
    ]
    let conversations = wake()
    const say = (to: string, createdAt: number) =>
      conversations.append(conversations.between(ana, to), {
        id: crypto.randomUUID(),
        from: ana,
        to,
        text: 'oi',
        createdAt,
      }).createdAt
    const now = Date.now()
    const times = [say(bia, now), say(bia, now - 3_600_000), say(caio, now - 3_500_000)]
    expect(times).toEqual([now, now, now])
    conversations = wake()
    expect(say(bia, now - 3_000_000)).toBe(now)
  })
})

test('R23 a room that the platform resets without a word goes on from what it has stored', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const { id } = (await ana.deliver(bia, 'antes')).message
  const { epoch, number } = await ana.page.get('snapshot')
  // The first grace is over, and the connected people are noted.
  await bar.ringAfter(2 * TIMINGS.offlineGraceMs)
  await bar.crash()
  for (const { page } of [ana, bia]) await page.until(() => page.closed)

  const { people } = await (await bar.seat('Caio')).page.get('snapshot')
  expect(people.map(({ name, online }) => `${name} ${online}`).sort()).toEqual([
    'Ana true',
    'Bia true',
  ])
  expect((await ana.connect({ epoch, number })).frames[0]).toMatchObject({ type: 'snapshot' })
  ana.say(bia, 'outro texto', id)
  expect((await ana.page.get('stored')).message).toMatchObject({ number: 1, text: 'antes' })
  expect(await bar.textsFor(bia, ana)).toEqual(['antes'])
})

test('R24 sockets that fail to send do not stop a broadcast to the others', async () => {
  const [sent, tried]: [string[], string[]] = [[], []]
  const aSocket = (name: string, readyState: number, isBroken: boolean) => {
    return {
      readyState,
      deserializeAttachment: () => attachmentOf(name),
      serializeAttachment: () => {},
      send: () => {
        tried.push(name)
        if (isBroken) throw new TypeError("Can't call WebSocket send() after close().")
        sent.push(name)
      },
    } as unknown as WebSocket
  }
  // One in three breaks while it is sent to, one is closing already, one is whole.
  const [OPEN, CLOSING] = [1, 2]
  const all = Array.from({ length: 9 }, (_, index) =>
    aSocket(`${index}`, index % 3 === 1 ? CLOSING : OPEN, index % 3 < 2),
  )
  const sockets = new Sockets(
    { getWebSockets: () => all } as unknown as DurableObjectState,
    new Backpressure(),
  )
  const logged = expectLogged('socket_send_failed')
  sockets.send(sockets.all(), { type: 'folded', personId: 'ana' })
  expect(sent).toEqual(['2', '5', '8'])
  expect(tried).toEqual(['0', '2', '3', '5', '6', '8'])
  // Those that began to close after they were listed are sent to, in vain.
  sockets.send(all, { type: 'folded', personId: 'ana' })
  logged()
  expect(sent).toEqual(['2', '5', '8', '2', '5', '8'])
})
