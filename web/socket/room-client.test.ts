import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { History } from '#contract/message.ts'
import { CLOSE, PONG, SUBPROTOCOL } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { FakeNetwork, FakeWebSocket } from '#test/fakes/fake-web-socket.ts'
import { ANA, aMessage, aPerson, aSnapshot, BETO, someEvents } from '#test/fakes/room.ts'
import type { HistoryCursor } from '#web/api/conversations.ts'
import type { Unsent } from '#web/session/kept-outbox.ts'
import type { PageEvent } from './reconnecting-socket.ts'
import type { RoomIncident } from './room-client.ts'
import { RoomClient } from './room-client.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

/** A client with a fake network, page, history and storage. */
function aClient({ kept = [] as readonly Unsent[] } = {}) {
  const network = new FakeNetwork()
  const pageListeners = new Set<(event: PageEvent) => void>()
  const page = { hidden: false }
  const stored = { unsent: kept }
  const history = {
    asked: [] as HistoryCursor[],
    losses: [] as number[],
    answer: async (_: HistoryCursor): Promise<History> => ({ messages: [], hasEarlier: false }),
  }
  const client = new RoomClient({
    url: 'wss://brinde.test/api/bars/K7M2QX/socket',
    secret: 'segredo',
    WebSocket: network.WebSocket,
    random: () => 0.5,
    page: {
      isHidden: () => page.hidden,
      watch(listener) {
        pageListeners.add(listener)
        return () => pageListeners.delete(listener)
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
  client.onIncident((incident) => incidents.push(incident))
  const firePageEvent = (event: PageEvent) => {
    for (const listener of pageListeners) listener(event)
  }
  const state = () => client.store.getState()
  return { client, network, page, firePageEvent, state, stored, history, incidents }
}

type Rig = ReturnType<typeof aClient>

async function connected(rig: Rig, snapshot = aSnapshot()): Promise<Rig> {
  rig.client.start()
  await wait()
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

test('T17 rule 6: a checkpoint is answered at once with its token', async () => {
  const rig = await connected(aClient(), { ...aSnapshot(), phoneUsed: true })
  rig.network.last.tell({ type: 'checkpoint', token: 'um' })
  expect(rig.incidents).toEqual([{ type: 'phoneUsed' }])
  expect(rig.network.last.said).toEqual([{ type: 'confirm', token: 'um' }])
})

test('R11 a page that missed events goes on from a later `resumed` or snapshot of its socket', async () => {
  const rig = await connected(aClient())
  const { epoch, number } = rig.state()
  const left = { kind: 'left', personId: BETO.id, name: BETO.name }
  const { people: _, next: _next, ...own } = aSnapshot()
  rig.network.last.tell({ ...own, type: 'resumed', epoch, number: number + 1, events: [left] })
  expect(rig.state().number).toBe(number + 1)
  expect(rig.state().people.has(BETO.id)).toBe(false)
  rig.network.last.tell({ ...aSnapshot(), number: number + 9 })
  expect(rig.state()).toMatchObject({ number: number + 9, connection: 'live' })
  expect(rig.state().people.has(BETO.id)).toBe(true)
})

test('T15 a page or search that the room refuses for its rate is asked for again', async () => {
  const next = { id: BETO.id, online: true }
  const rig = await connected(aClient(), { ...aSnapshot(), next })
  const asked = () => rig.network.last.said.map((frame) => (frame as { type: string }).type)
  rig.client.loadMorePeople()
  rig.client.searchPeople('be')
  rig.client.searchPeople('beto')
  const refused = { type: 'refused', id: null, reason: 'rate_limited' }
  for (let times = 0; times < 3; times += 1) rig.network.last.tell(refused)
  await wait(TIMINGS.peopleAskedAgainMs)
  expect(asked().slice(3)).toEqual(['page', 'search'])
  expect(rig.network.last.said.at(-1)).toEqual({ type: 'search', text: 'beto' })
  rig.network.last.tell({ type: 'found', asked: 'beto', people: [BETO] })
  rig.network.last.tell({ type: 'page', people: [], next: null })
  rig.network.last.tell(refused)
  await wait(2 * TIMINGS.peopleAskedAgainMs)
  expect(asked()).toHaveLength(5)
})

test('offers the version and the secret as subprotocols, never the secret in the URL', async () => {
  const { network } = await connected(aClient())
  expect(network.last.protocols).toEqual([SUBPROTOCOL, 'segredo'])
  expect(network.last.url).not.toContain('segredo')
})

test('rule 5: announces that it reads shared frames, and applies their messages in order', async () => {
  const rig = await connected(aClient())
  expect(rig.network.last.url).toContain('?frames=shared')
  rig.client.say(BETO.id, 'oi')
  const { id } = says(rig).at(-1) as { id: string }
  const mine = aMessage(1, { id, from: ANA.id, to: BETO.id })
  const theirs = { type: 'message', message: aMessage(2), unread: 1 }
  rig.network.last.tell([{ type: 'stored', message: mine }, theirs])
  expect(rig.stored.unsent).toEqual([])
  expect(rig.state().unread.get(BETO.id)).toBe(1)
  await wait(TIMINGS.pongWithinMs)
  expect(rig.network.opened).toHaveLength(1)
})

test('drops unknown frames', async () => {
  const rig = await connected(aClient())
  const before = rig.state()
  for (const frame of ['', '{', '[', '[]', '{"type":"dança"}', '{"type":"read"}', 'null'])
    rig.network.last.tellRaw(frame)
  expect(rig.state()).toBe(before)
})

test('R6 unknown messages do not drop the known ones of their frame', async () => {
  const rig = await connected(aClient())
  const known = { type: 'message', message: aMessage(1), unread: 1 }
  const unknown = [{ type: 'dança' }, null, 7, [known], { type: 'read' }]
  rig.network.last.tell([...unknown, { ...known, unread: 4 }, ...unknown])
  expect(rig.state().unread.get(BETO.id)).toBe(4)
})

test('rule 3: messages before the first one of a connection are applied after it', async () => {
  const rig = await connected(aClient())
  rig.network.last.drop()
  await wait(500)
  rig.network.last.tell({ type: 'message', message: aMessage(1), unread: 1 })
  expect(rig.state().unread.size).toBe(0)
  rig.network.last.tell(aSnapshot({ epoch: 'e2' }))
  expect(rig.state().unread.get(BETO.id)).toBe(1)
})

test('messages of one conversation are sent one by one, each after the answer', async () => {
  const rig = await connected(aClient())
  for (const text of ['um', 'dois', 'três']) rig.client.say(BETO.id, text)
  expect(texts(rig)).toEqual(['um'])
  stored(rig, 1)
  stored(rig, 2)
  expect(texts(rig)).toEqual(['um', 'dois', 'três'])
  stored(rig, 3)
  expect(rig.stored.unsent).toEqual([])
})

test('a waiting conversation does not delay another', async () => {
  const rig = await connected(aClient())
  rig.client.say(BETO.id, 'ao Beto')
  rig.client.say(aPerson(3).id, 'a outra pessoa')
  expect(texts(rig)).toEqual(['ao Beto', 'a outra pessoa'])
})

test('R30 after a reconnect exactly the outbox is sent, in order, with the same ids', async () => {
  const rig = await connected(aClient())
  rig.client.say(BETO.id, 'chegou')
  stored(rig, 1)
  rig.client.say(BETO.id, 'sem resposta')
  const unanswered = says(rig).at(-1)
  rig.network.last.drop()
  rig.client.say(BETO.id, 'escrita sem rede')
  rig.client.read(BETO.id, 1)
  await wait(500)
  expect(rig.network.opened).toHaveLength(2)
  expect(rig.network.last.frames).toEqual([])
  rig.network.last.tell(aSnapshot({ epoch: 'e2' }))
  expect(rig.network.last.said).toEqual([unanswered])
  stored(rig, 2)
  stored(rig, 3)
  expect(texts(rig)).toEqual(['sem resposta', 'escrita sem rede'])
  expect(rig.stored.unsent).toEqual([])
})

test('R1 R3 after a lost answer the repeat has the same id and leaves one message', async () => {
  const rig = await connected(aClient())
  rig.client.history.open(BETO.id)
  await wait()
  rig.client.say(BETO.id, 'oi')
  const [first] = says(rig) as { id: string }[]
  const message = aMessage(1, { id: first?.id ?? '', from: ANA.id, to: BETO.id, text: 'oi' })
  rig.history.answer = async () => ({ messages: [message], hasEarlier: false })
  rig.network.last.drop()
  await wait(500)
  rig.network.last.tell(aSnapshot({ epoch: 'e2' }))
  expect(says(rig)).toEqual([first])
  await wait()
  rig.network.last.tell({ type: 'stored', message })
  expect(rig.state().conversations.get(BETO.id)?.messages).toEqual([message])
  expect(rig.state().unsent.size).toBe(0)
})

test('R30 no answer to a message is a dead connection, not a success', async () => {
  const rig = await connected(aClient())
  rig.client.say(BETO.id, 'oi')
  await wait(TIMINGS.pongWithinMs)
  expect(rig.stored.unsent).toHaveLength(1)
  await wait(600)
  expect(rig.network.opened).toHaveLength(2)
  rig.network.last.tell(aSnapshot())
  expect(texts(rig)).toEqual(['oi'])
})

test('R30 no answer to a message that waited for the rate limit is detected as soon', async () => {
  const rig = await connected(aClient())
  for (let at = 0; at <= LIMITS.sayPairBurst; at += 1) rig.client.say(BETO.id, `recado ${at}`)
  for (let number = 1; number <= LIMITS.sayPairBurst; number += 1) stored(rig, number)
  expect(texts(rig)).toHaveLength(LIMITS.sayPairBurst)
  await wait(1_000 / LIMITS.sayPairPerSecond)
  expect(texts(rig)).toHaveLength(LIMITS.sayPairBurst + 1)
  await wait(TIMINGS.pongWithinMs + 600)
  expect(rig.network.opened).toHaveLength(2)
})

test('many messages to one person wait for the room’s rate limit', async () => {
  const rig = await connected(aClient())
  rig.client.say(BETO.id, 'held up on the way for a second, and counted only then')
  await wait(1_000)
  stored(rig, 1)
  for (let number = 2; number <= LIMITS.sayPairBurst + 2; number += 1)
    rig.client.say(BETO.id, `${number}`)
  for (let number = 2; number <= LIMITS.sayPairBurst; number += 1) stored(rig, number)
  expect(says(rig)).toHaveLength(LIMITS.sayPairBurst)
  await wait(900)
  expect(says(rig)).toHaveLength(LIMITS.sayPairBurst)
  await wait(100)
  expect(says(rig)).toHaveLength(LIMITS.sayPairBurst + 1)
})

test('R2 messages interrupted by a reload are sent by the next page', async () => {
  const before = await connected(aClient())
  before.network.last.drop()
  before.client.say(BETO.id, 'antes')
  const rig = aClient({ kept: before.stored.unsent })
  expect(
    rig
      .state()
      .unsent.get(BETO.id)
      ?.map(({ text }) => text),
  ).toEqual(['antes'])
  await connected(rig)
  expect(says(rig)).toMatchObject([{ id: before.stored.unsent[0]?.id, text: 'antes' }])
})

test('R29 a refused message keeps its text and reason; a retry has the same id', async () => {
  const rig = await connected(aClient())
  rig.client.say(BETO.id, 'oi')
  const [first] = says(rig) as { id: string }[]
  const id = first?.id ?? ''
  rig.network.last.tell({ type: 'refused', id, reason: 'person_offline' })
  rig.network.last.tell({ type: 'refused', id, reason: 'person_offline' })
  expect(rig.stored.unsent).toMatchObject([{ id, text: 'oi', refusal: 'person_offline' }])
  expect(rig.incidents).toEqual([{ type: 'sendRefused', reason: 'person_offline' }])
  rig.client.retry(id)
  rig.client.retry(id)
  expect(says(rig)).toEqual([first, first])
  stored(rig, 1)
  expect(rig.stored.unsent).toEqual([])
})

test('R6 R22 a refusal has its detail, if the page knows it', async () => {
  const rig = await connected(aClient())
  rig.client.say(BETO.id, 'oi')
  const { id } = rig.stored.unsent[0] ?? { id: '' }
  for (const [detail, refusal] of [
    ['storage_full', 'storage_full'],
    ['unanswered', 'unanswered'],
    ['of a later version', 'internal'],
  ] as const) {
    rig.network.last.tell({ type: 'refused', id, reason: 'internal', detail })
    expect(rig.stored.unsent).toMatchObject([{ id, refusal }])
    rig.client.retry(id)
  }
  expect(rig.incidents.map((incident) => 'reason' in incident && incident.reason)).toEqual([
    'storage_full',
    'unanswered',
    'internal',
  ])
})

test('a refused message is not sent by a reconnect, and can be discarded', async () => {
  const rig = await connected(aClient())
  rig.client.say(BETO.id, 'oi')
  const { id } = rig.stored.unsent[0] ?? { id: '' }
  rig.network.last.tell({ type: 'refused', id, reason: 'rate_limited' })
  rig.network.last.drop()
  await wait(500)
  rig.network.last.tell(aSnapshot())
  expect(says(rig)).toEqual([])
  rig.client.discard(id)
  expect(rig.state().unsent.size).toBe(0)
})

test.each([4000, 4001, 4002, 4003, 4004, 4005, 4099])('%i is final', async (code) => {
  const rig = await connected(aClient())
  rig.network.last.drop(code)
  rig.firePageEvent('online')
  rig.firePageEvent('visible')
  await wait(120_000)
  expect(rig.network.opened).toHaveLength(1)
  expect(rig.state()).toMatchObject({ connection: 'closed', closeCode: code })
})

test('after the close for too many pages a person can continue here', async () => {
  const rig = await connected(aClient())
  rig.network.last.drop(CLOSE.tooManySockets)
  rig.client.reopen()
  await wait()
  rig.network.last.tell(aSnapshot())
  expect(rig.state().connection).toBe('live')
})

test('4200-4299 reconnects at once, 4100-4199 backs off', async () => {
  const rig = await connected(aClient())
  rig.network.last.drop(CLOSE.silent)
  await wait()
  expect(rig.network.opened).toHaveLength(2)
  rig.network.last.drop(CLOSE.barFull)
  expect(rig.state()).toMatchObject({ connection: 'down', closeCode: CLOSE.barFull })
  await wait(400)
  expect(rig.network.opened).toHaveLength(2)
  await wait(700)
  expect(rig.network.opened).toHaveLength(3)
})

test('without a network it retries, and a snapshot ends the outage', async () => {
  const rig = aClient()
  rig.network.isUp = false
  rig.client.start()
  await wait(5_000)
  expect(rig.state()).toMatchObject({ connection: 'down', you: null })
  rig.network.isUp = true
  rig.firePageEvent('online')
  await wait()
  rig.network.last.tell(aSnapshot())
  expect(rig.state().connection).toBe('live')
})

test('R10 a missing pong ends the connection; a pong schedules the next ping', async () => {
  const rig = await connected(aClient())
  await wait(TIMINGS.pingEveryMs)
  expect(rig.network.last.pings).toBe(1)
  rig.network.last.tellRaw(PONG)
  await wait(TIMINGS.pingEveryMs - 1)
  expect(rig.network.last.pings).toBe(1)
  await wait(1)
  expect(rig.network.last.pings).toBe(2)
  await wait(TIMINGS.pongWithinMs + 500)
  expect(rig.network.opened).toHaveLength(2)
})

test('R10 R27 after the network or the person returns, a dead connection is replaced within 2 s', async () => {
  const rig = await connected(aClient())
  rig.firePageEvent('online')
  await wait(2_000)
  expect(rig.network.opened).toHaveLength(2)
  rig.network.last.tell(aSnapshot())
  rig.firePageEvent('visible')
  rig.network.last.tellRaw(PONG)
  await wait(2_000)
  expect(rig.network.opened).toHaveLength(2)
})

test('R10 R27 history requests carry the number of lost connections, not of attempts', async () => {
  const rig = await connected(aClient())
  rig.client.history.open(BETO.id)
  for (const isUp of [false, true]) {
    await wait()
    rig.network.isUp = isUp
    rig.network.last.drop()
    await wait(10_000)
    rig.network.isUp = true
    rig.firePageEvent('online')
    await wait()
    rig.network.last.tell(aSnapshot())
  }
  expect(rig.history.losses).toEqual([0, 1, 2])
})

test('R27 a hanging attempt is given up soon after the person returns', async () => {
  const rig = await connected(aClient())
  rig.network.answers = false
  rig.network.last.drop()
  await wait(500)
  rig.network.answers = true
  rig.firePageEvent('visible')
  await wait(1_600)
  expect(rig.network.opened).toHaveLength(3)
  rig.network.last.tell(aSnapshot())
  expect(rig.state().connection).toBe('live')
})

test('R27 an attempt that succeeds just after the person returns is kept', async () => {
  const rig = await connected(aClient())
  rig.network.answers = false
  rig.network.last.drop()
  await wait(500)
  rig.firePageEvent('online')
  await wait(1_000)
  rig.network.last.accept()
  await wait(2_000)
  expect(rig.network.opened).toHaveLength(2)
})

test('reports a hidden page, and again on every new connection', async () => {
  const rig = await connected(aClient())
  rig.page.hidden = true
  rig.firePageEvent('hidden')
  expect(rig.network.last.said).toEqual([{ type: 'hidden' }])
  rig.network.last.drop()
  await wait(500)
  expect(rig.network.last.said).toEqual([{ type: 'hidden' }])
  rig.page.hidden = false
  rig.firePageEvent('visible')
  expect(rig.network.last.said).toEqual([{ type: 'hidden' }, { type: 'visible' }])
})

test('R26 a closing page closes its connection; a restored one connects again', async () => {
  const rig = await connected(aClient())
  rig.firePageEvent('closing')
  expect(rig.network.last.closedWith).toBe(CLOSE.pageClosed)
  await wait(60_000)
  expect(rig.network.opened).toHaveLength(1)
  rig.firePageEvent('restored')
  await wait()
  rig.network.last.tell(aSnapshot())
  expect(rig.network.opened).toHaveLength(2)
  expect(rig.state().connection).toBe('live')
})

test('R26 a page that closes while it connects leaves that attempt to the browser', async () => {
  const rig = await connected(aClient())
  rig.network.answers = false
  rig.network.last.drop()
  await wait(500)
  const attempt = rig.network.last
  rig.firePageEvent('closing')
  expect(attempt.readyState).toBe(FakeWebSocket.CONNECTING)
  await wait(60_000)
  expect(rig.network.last).toBe(attempt)
})

test('a stopped client stays stopped', async () => {
  const rig = await connected(aClient())
  rig.network.last.drop()
  rig.client.stop()
  await wait(60_000)
  expect(rig.network.opened).toHaveLength(1)
})

test('R13 after a reconnect an open conversation loads the missed messages, page by page', async () => {
  const rig = await connected(aClient())
  const pages: Record<string, History> = {
    newest: { messages: [aMessage(1)], hasEarlier: false },
    1: { messages: Array.from({ length: 50 }, (_, at) => aMessage(at + 2)), hasEarlier: true },
    51: { messages: [aMessage(52), aMessage(53)], hasEarlier: true },
  }
  rig.history.answer = async ({ after }) =>
    pages[after ?? 'newest'] ?? { messages: [], hasEarlier: true }
  rig.client.history.open(BETO.id)
  await wait()
  rig.network.last.drop()
  await wait(500)
  rig.network.last.tell(aSnapshot({ epoch: 'e2' }))
  rig.network.last.tell({ type: 'message', message: aMessage(54), unread: 1 })
  await wait()
  expect(rig.history.asked.slice(0, 3)).toEqual([{}, { after: 1 }, { after: 51 }])
  const held = rig.state().conversations.get(BETO.id)
  expect(held?.messages.map(({ number }) => number)).toEqual(
    Array.from({ length: 54 }, (_, at) => at + 1),
  )
  expect(held).toMatchObject({ completeThrough: 54, hasEarlier: false, load: 'loaded' })
})

test('R13 a live message at any moment of a load appears once and in its place', async () => {
  for (let moment = 0; moment < 4; moment += 1) {
    const rig = await connected(aClient())
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
    rig.client.history.open(BETO.id)
    arrive(1)
    await wait()
    release()
    arrive(2)
    await wait()
    arrive(3)
    await wait()
    const held = rig
      .state()
      .conversations.get(BETO.id)
      ?.messages.map(({ number }) => number)
    expect(held).toEqual(moment === 3 ? [1, 2, 3] : [1, 2])
  }
})

test('a failed load is reported, also without a connection', async () => {
  const rig = await connected(aClient())
  rig.history.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  rig.client.history.open(BETO.id)
  await wait()
  expect(rig.incidents).toHaveLength(1)
  expect(rig.state().conversations.get(BETO.id)?.load).toBe('failed')
  rig.network.last.drop()
  void rig.client.history.load(BETO.id)
  await wait()
  expect(rig.incidents).toHaveLength(2)
})

test('reading clears the badge here and sends the read position', async () => {
  const conversations = [{ personId: BETO.id, unread: 2 }]
  const rig = await connected(aClient(), aSnapshot({ conversations }))
  rig.client.read(BETO.id, 2)
  expect(rig.network.last.said).toEqual([{ type: 'read', personId: BETO.id, through: 2 }])
  expect(rig.state().unread.get(BETO.id)).toBe(0)
})

test('a presence change leaves all other parts of the state as they were', async () => {
  const rig = await connected(aClient(), aSnapshot({ people: [BETO, aPerson(3)] }))
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
