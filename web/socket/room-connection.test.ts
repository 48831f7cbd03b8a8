import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { History } from '#contract/message.ts'
import { CLOSE, PONG, SUBPROTOCOL } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { FakeNetwork, FakeWebSocket } from '#test/fakes/fake-web-socket.ts'
import { ANA, aMessage, aPerson, aSnapshot, BETO, someEvents } from '#test/fakes/room.ts'
import type { HistoryCursor } from '#web/api/conversations.ts'
import type { Unsent } from '#web/session/kept-outbox.ts'
import type { RoomIncident } from './incidents.ts'
import type { PageSign } from './page-signs.ts'
import { RoomConnection } from './room-connection.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

/** A connection whose network, page, history and storage the test holds. */
function aConnection({ kept = [] as readonly Unsent[] } = {}) {
  const network = new FakeNetwork()
  const signs = new Set<(sign: PageSign) => void>()
  const page = { hidden: false }
  const stored = { unsent: kept }
  const history = {
    asked: [] as HistoryCursor[],
    losses: [] as number[],
    answer: async (_: HistoryCursor): Promise<History> => ({ messages: [], hasEarlier: false }),
  }
  const connection = new RoomConnection({
    url: 'wss://brinde.test/api/bars/K7M2QX/socket',
    secret: 'segredo',
    WebSocket: network.WebSocket,
    random: () => 0.5,
    page: {
      isHidden: () => page.hidden,
      watch(listener) {
        signs.add(listener)
        return () => signs.delete(listener)
      },
    },
    fetchHistory(_, cursor, losses) {
      history.asked.push(cursor)
      history.losses.push(losses)
      return history.answer(cursor)
    },
    kept,
    keep: (unsent) => {
      stored.unsent = unsent
    },
  })
  const incidents: RoomIncident[] = []
  connection.onIncident((incident) => incidents.push(incident))
  const sign = (name: PageSign) => {
    for (const listener of signs) listener(name)
  }
  const state = () => connection.store.getState()
  return { connection, network, page, sign, state, stored, history, incidents }
}

type Rig = ReturnType<typeof aConnection>

async function connected(rig: Rig, snapshot = aSnapshot()): Promise<Rig> {
  rig.connection.start()
  await settle()
  rig.network.last.tell(snapshot)
  return rig
}

const says = (rig: Rig) =>
  rig.network.last.said.filter((frame) => (frame as { type: string }).type === 'say')
const texts = (rig: Rig) => says(rig).map((frame) => (frame as { text: string }).text)
const stored = (rig: Rig, number: number) => {
  const { id, to, text } = says(rig).at(-1) as { id: string; to: string; text: string }
  const message = aMessage(number, { id, from: ANA.id, to, text })
  rig.network.last.tell({ type: 'stored', message })
}

test('the notice that the own phone was used is confirmed at once', async () => {
  const rig = await connected(aConnection(), { ...aSnapshot(), phoneUsed: true })
  expect(rig.incidents).toEqual([{ type: 'phoneUsed' }])
  expect(rig.network.last.said).toEqual([{ type: 'confirm', frames: 1 }])
})

test('offers the version and the secret, never the secret in the address', async () => {
  const { network } = await connected(aConnection())
  expect(network.last.protocols).toEqual([SUBPROTOCOL, 'segredo'])
  expect(network.last.url).not.toContain('segredo')
})

test('rule 5: says that it reads shared frames, and takes what they hold in its order', async () => {
  const rig = await connected(aConnection())
  expect(rig.network.last.url).toContain('?frames=shared')
  rig.connection.say(BETO.id, 'oi')
  const { id } = says(rig).at(-1) as { id: string }
  const mine = aMessage(1, { id, from: ANA.id, to: BETO.id })
  const theirs = { type: 'message', message: aMessage(2), unread: 1 }
  rig.network.last.tell([{ type: 'stored', message: mine }, theirs])
  expect(rig.stored.unsent).toEqual([])
  expect(rig.state().unread.get(BETO.id)).toBe(1)
  await settle(TIMINGS.pongWithinMs)
  expect(rig.network.opened).toHaveLength(1)
})

test('drops frames that it does not know', async () => {
  const rig = await connected(aConnection())
  const before = rig.state()
  for (const frame of ['{', '[]', '{"type":"dança"}', '{"type":"read"}', 'null'])
    rig.network.last.tellRaw(frame)
  expect(rig.state()).toBe(before)
})

test('messages of one conversation go out one after another, each after the answer', async () => {
  const rig = await connected(aConnection())
  for (const text of ['um', 'dois', 'três']) rig.connection.say(BETO.id, text)
  expect(texts(rig)).toEqual(['um'])
  stored(rig, 1)
  stored(rig, 2)
  expect(texts(rig)).toEqual(['um', 'dois', 'três'])
  stored(rig, 3)
  expect(rig.stored.unsent).toEqual([])
})

test('a conversation that waits does not hold up another', async () => {
  const rig = await connected(aConnection())
  rig.connection.say(BETO.id, 'ao Beto')
  rig.connection.say(aPerson(3).id, 'a outra pessoa')
  expect(texts(rig)).toEqual(['ao Beto', 'a outra pessoa'])
})

test('R30 after a reconnect exactly the outbox goes out, in order, under the same ids', async () => {
  const rig = await connected(aConnection())
  rig.connection.say(BETO.id, 'chegou')
  stored(rig, 1)
  rig.connection.say(BETO.id, 'sem resposta')
  const unanswered = says(rig).at(-1)
  rig.network.last.drop()
  rig.connection.say(BETO.id, 'escrita sem rede')
  rig.connection.read(BETO.id, 1)
  await settle(500)
  expect(rig.network.opened).toHaveLength(2)
  expect(rig.network.last.frames).toEqual([])
  rig.network.last.tell(aSnapshot({ epoch: 'e2' }))
  expect(rig.network.last.said).toEqual([unanswered])
  stored(rig, 2)
  stored(rig, 3)
  expect(texts(rig)).toEqual(['sem resposta', 'escrita sem rede'])
  expect(rig.stored.unsent).toEqual([])
})

test('R1 R3 a lost answer: the repeat carries the same id and leaves one message', async () => {
  const rig = await connected(aConnection())
  rig.connection.history.open(BETO.id)
  await settle()
  rig.connection.say(BETO.id, 'oi')
  const [first] = says(rig) as { id: string }[]
  const message = aMessage(1, { id: first?.id ?? '', from: ANA.id, to: BETO.id, text: 'oi' })
  rig.history.answer = async () => ({ messages: [message], hasEarlier: false })
  rig.network.last.drop()
  await settle(500)
  rig.network.last.tell(aSnapshot({ epoch: 'e2' }))
  expect(says(rig)).toEqual([first])
  await settle()
  rig.network.last.tell({ type: 'stored', message })
  expect(rig.state().conversations.get(BETO.id)?.messages).toEqual([message])
  expect(rig.state().unsent.size).toBe(0)
})

test('R30 a silence after a message is a dead connection, not a success', async () => {
  const rig = await connected(aConnection())
  rig.connection.say(BETO.id, 'oi')
  await settle(TIMINGS.pongWithinMs)
  expect(rig.stored.unsent).toHaveLength(1)
  await settle(600)
  expect(rig.network.opened).toHaveLength(2)
  rig.network.last.tell(aSnapshot())
  expect(texts(rig)).toEqual(['oi'])
})

test('R30 a silence after a message that had to wait for its turn is noticed as soon', async () => {
  const rig = await connected(aConnection())
  for (let at = 0; at <= LIMITS.sayPairBurst; at += 1) rig.connection.say(BETO.id, `recado ${at}`)
  for (let number = 1; number <= LIMITS.sayPairBurst; number += 1) stored(rig, number)
  expect(texts(rig)).toHaveLength(LIMITS.sayPairBurst)
  await settle(1_000 / LIMITS.sayPairPerSecond)
  expect(texts(rig)).toHaveLength(LIMITS.sayPairBurst + 1)
  await settle(TIMINGS.pongWithinMs + 600)
  expect(rig.network.opened).toHaveLength(2)
})

test('many words to one person wait for what the room will surely take', async () => {
  const rig = await connected(aConnection())
  rig.connection.say(BETO.id, 'held up on the way for a second, and counted only then')
  await settle(1_000)
  stored(rig, 1)
  for (let number = 2; number <= LIMITS.sayPairBurst + 2; number += 1)
    rig.connection.say(BETO.id, `${number}`)
  for (let number = 2; number <= LIMITS.sayPairBurst; number += 1) stored(rig, number)
  expect(says(rig)).toHaveLength(LIMITS.sayPairBurst)
  await settle(900)
  expect(says(rig)).toHaveLength(LIMITS.sayPairBurst)
  await settle(100)
  expect(says(rig)).toHaveLength(LIMITS.sayPairBurst + 1)
})

test('R2 what a reload interrupted is sent by the next life of the page', async () => {
  const before = await connected(aConnection())
  before.network.last.drop()
  before.connection.say(BETO.id, 'antes')
  const rig = aConnection({ kept: before.stored.unsent })
  expect(
    rig
      .state()
      .unsent.get(BETO.id)
      ?.map(({ text }) => text),
  ).toEqual(['antes'])
  await connected(rig)
  expect(says(rig)).toMatchObject([{ id: before.stored.unsent[0]?.id, text: 'antes' }])
})

test('R29 a refused message keeps its text and reason; a new try has the same id', async () => {
  const rig = await connected(aConnection())
  rig.connection.say(BETO.id, 'oi')
  const [first] = says(rig) as { id: string }[]
  const id = first?.id ?? ''
  rig.network.last.tell({ type: 'refused', id, reason: 'person_offline' })
  rig.network.last.tell({ type: 'refused', id, reason: 'person_offline' })
  expect(rig.stored.unsent).toMatchObject([{ id, text: 'oi', refusal: 'person_offline' }])
  expect(rig.incidents).toEqual([{ type: 'sendRefused', reason: 'person_offline' }])
  rig.connection.retry(id)
  rig.connection.retry(id)
  expect(says(rig)).toEqual([first, first])
  stored(rig, 1)
  expect(rig.stored.unsent).toEqual([])
})

test('R6 R22 a refusal is as exact as the page can read it', async () => {
  const rig = await connected(aConnection())
  rig.connection.say(BETO.id, 'oi')
  const { id } = rig.stored.unsent[0] ?? { id: '' }
  for (const [detail, refusal] of [
    ['storage_full', 'storage_full'],
    ['of a later version', 'internal'],
  ] as const) {
    rig.network.last.tell({ type: 'refused', id, reason: 'internal', detail })
    expect(rig.stored.unsent).toMatchObject([{ id, refusal }])
    rig.connection.retry(id)
  }
  expect(rig.incidents.map((incident) => 'reason' in incident && incident.reason)).toEqual([
    'storage_full',
    'internal',
  ])
})

test('a refused message is not sent by a reconnect, and can be discarded', async () => {
  const rig = await connected(aConnection())
  rig.connection.say(BETO.id, 'oi')
  const { id } = rig.stored.unsent[0] ?? { id: '' }
  rig.network.last.tell({ type: 'refused', id, reason: 'rate_limited' })
  rig.network.last.drop()
  await settle(500)
  rig.network.last.tell(aSnapshot())
  expect(says(rig)).toEqual([])
  rig.connection.discard(id)
  expect(rig.state().unsent.size).toBe(0)
})

test.each([4000, 4001, 4002, 4003, 4004, 4005, 4099])('%i is final', async (code) => {
  const rig = await connected(aConnection())
  rig.network.last.drop(code)
  rig.sign('online')
  rig.sign('visible')
  await settle(120_000)
  expect(rig.network.opened).toHaveLength(1)
  expect(rig.state()).toMatchObject({ connection: 'closed', closeCode: code })
})

test('after too many pages a person can go on here', async () => {
  const rig = await connected(aConnection())
  rig.network.last.drop(CLOSE.tooManySockets)
  rig.connection.reopen()
  await settle()
  rig.network.last.tell(aSnapshot())
  expect(rig.state().connection).toBe('live')
})

test('4200-4299 reconnects at once, 4100-4199 backs off', async () => {
  const rig = await connected(aConnection())
  rig.network.last.drop(CLOSE.silent)
  await settle()
  expect(rig.network.opened).toHaveLength(2)
  rig.network.last.drop(CLOSE.barFull)
  expect(rig.state()).toMatchObject({ connection: 'down', closeCode: CLOSE.barFull })
  await settle(400)
  expect(rig.network.opened).toHaveLength(2)
  await settle(700)
  expect(rig.network.opened).toHaveLength(3)
})

test('without a network it tries again, and a snapshot ends the outage', async () => {
  const rig = aConnection()
  rig.network.isUp = false
  rig.connection.start()
  await settle(5_000)
  expect(rig.state()).toMatchObject({ connection: 'down', you: null })
  rig.network.isUp = true
  rig.sign('online')
  await settle()
  rig.network.last.tell(aSnapshot())
  expect(rig.state().connection).toBe('live')
})

test('R10 a pong that stays away ends the connection; a pong sets the next ping', async () => {
  const rig = await connected(aConnection())
  await settle(TIMINGS.pingEveryMs)
  expect(rig.network.last.pings).toBe(1)
  rig.network.last.tellRaw(PONG)
  await settle(TIMINGS.pingEveryMs - 1)
  expect(rig.network.last.pings).toBe(1)
  await settle(1)
  expect(rig.network.last.pings).toBe(2)
  await settle(TIMINGS.pongWithinMs + 500)
  expect(rig.network.opened).toHaveLength(2)
})

test('R10 R27 the network or the person is back: a dead connection is replaced within 2 s', async () => {
  const rig = await connected(aConnection())
  rig.sign('online')
  await settle(2_000)
  expect(rig.network.opened).toHaveLength(2)
  rig.network.last.tell(aSnapshot())
  rig.sign('visible')
  rig.network.last.tellRaw(PONG)
  await settle(2_000)
  expect(rig.network.opened).toHaveLength(2)
})

test('R10 R27 history is asked for with the number of connections that were lost, not of attempts', async () => {
  const rig = await connected(aConnection())
  rig.connection.history.open(BETO.id)
  for (const isUp of [false, true]) {
    await settle()
    rig.network.isUp = isUp
    rig.network.last.drop()
    await settle(10_000)
    rig.network.isUp = true
    rig.sign('online')
    await settle()
    rig.network.last.tell(aSnapshot())
  }
  expect(rig.history.losses).toEqual([0, 1, 2])
})

test('R27 an attempt that hangs is given up soon after the person is back', async () => {
  const rig = await connected(aConnection())
  rig.network.answers = false
  rig.network.last.drop()
  await settle(500)
  rig.network.answers = true
  rig.sign('visible')
  await settle(1_600)
  expect(rig.network.opened).toHaveLength(3)
  rig.network.last.tell(aSnapshot())
  expect(rig.state().connection).toBe('live')
})

test('R27 an attempt that succeeds just after the person is back is kept', async () => {
  const rig = await connected(aConnection())
  rig.network.answers = false
  rig.network.last.drop()
  await settle(500)
  rig.sign('online')
  await settle(1_000)
  rig.network.last.accept()
  await settle(2_000)
  expect(rig.network.opened).toHaveLength(2)
})

test('tells when its page is hidden, and again on every new connection', async () => {
  const rig = await connected(aConnection())
  rig.page.hidden = true
  rig.sign('hidden')
  expect(rig.network.last.said).toEqual([{ type: 'hidden' }])
  rig.network.last.drop()
  await settle(500)
  expect(rig.network.last.said).toEqual([{ type: 'hidden' }])
  rig.page.hidden = false
  rig.sign('visible')
  expect(rig.network.last.said).toEqual([{ type: 'hidden' }, { type: 'visible' }])
})

test('R26 a page that is closed says so; one that comes back connects again', async () => {
  const rig = await connected(aConnection())
  rig.sign('closing')
  expect(rig.network.last.closedWith).toBe(CLOSE.pageClosed)
  await settle(60_000)
  expect(rig.network.opened).toHaveLength(1)
  rig.sign('restored')
  await settle()
  rig.network.last.tell(aSnapshot())
  expect(rig.network.opened).toHaveLength(2)
  expect(rig.state().connection).toBe('live')
})

test('R26 a page that is closed while it connects leaves that attempt to the browser', async () => {
  const rig = await connected(aConnection())
  rig.network.answers = false
  rig.network.last.drop()
  await settle(500)
  const attempt = rig.network.last
  rig.sign('closing')
  expect(attempt.readyState).toBe(FakeWebSocket.CONNECTING)
  await settle(60_000)
  expect(rig.network.last).toBe(attempt)
})

test('a connection that was stopped stays so', async () => {
  const rig = await connected(aConnection())
  rig.network.last.drop()
  rig.connection.stop()
  await settle(60_000)
  expect(rig.network.opened).toHaveLength(1)
})

test('R13 after a reconnect an open conversation loads what it missed, page by page', async () => {
  const rig = await connected(aConnection())
  const pages: Record<string, History> = {
    newest: { messages: [aMessage(1)], hasEarlier: false },
    1: { messages: Array.from({ length: 50 }, (_, at) => aMessage(at + 2)), hasEarlier: true },
    51: { messages: [aMessage(52), aMessage(53)], hasEarlier: true },
  }
  rig.history.answer = async ({ after }) =>
    pages[after ?? 'newest'] ?? { messages: [], hasEarlier: true }
  rig.connection.history.open(BETO.id)
  await settle()
  rig.network.last.drop()
  await settle(500)
  rig.network.last.tell(aSnapshot({ epoch: 'e2' }))
  rig.network.last.tell({ type: 'message', message: aMessage(54), unread: 1 })
  await settle()
  expect(rig.history.asked.slice(0, 3)).toEqual([{}, { after: 1 }, { after: 51 }])
  const held = rig.state().conversations.get(BETO.id)
  expect(held?.messages.map(({ number }) => number)).toEqual(
    Array.from({ length: 54 }, (_, at) => at + 1),
  )
  expect(held).toMatchObject({ completeThrough: 54, hasEarlier: false, load: 'loaded' })
})

test('R13 at every moment of a load a live message stands once and in its place', async () => {
  for (let moment = 0; moment < 4; moment += 1) {
    const rig = await connected(aConnection())
    let release = () => {}
    rig.history.answer = () =>
      new Promise((resolve) => {
        release = () => resolve({ messages: [aMessage(1), aMessage(2)], hasEarlier: false })
      })
    const arrive = (at: number) => {
      if (at !== moment) return
      const message = aMessage(moment === 3 ? 3 : 2)
      rig.network.last.tell({ type: 'message', message, unread: 1 })
    }
    arrive(0)
    rig.connection.history.open(BETO.id)
    arrive(1)
    await settle()
    release()
    arrive(2)
    await settle()
    arrive(3)
    await settle()
    const held = rig
      .state()
      .conversations.get(BETO.id)
      ?.messages.map(({ number }) => number)
    expect(held).toEqual(moment === 3 ? [1, 2, 3] : [1, 2])
  }
})

test('a failed load is told, without a connection too', async () => {
  const rig = await connected(aConnection())
  rig.history.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  rig.connection.history.open(BETO.id)
  await settle()
  expect(rig.incidents).toHaveLength(1)
  expect(rig.state().conversations.get(BETO.id)?.load).toBe('failed')
  rig.network.last.drop()
  void rig.connection.history.load(BETO.id)
  await settle()
  expect(rig.incidents).toHaveLength(2)
})

test('reading clears the badge here and tells the room', async () => {
  const conversations = [{ personId: BETO.id, unread: 2 }]
  const rig = await connected(aConnection(), aSnapshot({ conversations }))
  rig.connection.read(BETO.id, 2)
  expect(rig.network.last.said).toEqual([{ type: 'read', personId: BETO.id, through: 2 }])
  expect(rig.state().unread.get(BETO.id)).toBe(0)
})

test('a listener hears of a presence change only where it looks', async () => {
  const rig = await connected(aConnection(), aSnapshot({ people: [BETO, aPerson(3)] }))
  const other = rig.state().people.get(aPerson(3).id)
  const unread = rig.state().unread
  for (let number = 1; number <= 301; number += 1) {
    const person = { ...BETO, online: number % 2 === 0 }
    rig.network.last.tell(someEvents(number, [{ kind: 'presence', person }]))
  }
  expect(rig.state().people.get(BETO.id)?.online).toBe(false)
  expect(rig.state().people.get(aPerson(3).id)).toBe(other)
  expect(rig.state().unread).toBe(unread)
})
