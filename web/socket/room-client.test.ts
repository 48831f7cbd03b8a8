import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { History } from '#contract/message.ts'
import { CLOSE, PONG, SUBPROTOCOL } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { FakeNetwork, FakeWebSocket } from '#test/fakes/fake-web-socket.ts'
import { ANA, aMessage, aPerson, aSnapshot, BETO } from '#test/fakes/room.ts'
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
  const fire = (...events: PageEvent[]) => {
    for (const event of events) for (const listener of pageListeners) listener(event)
  }
  const state = () => client.store.getState()
  const tell = (...messages: unknown[]) => {
    for (const message of messages) network.last.tell(message)
  }
  const says = () => network.last.said.filter((frame) => frame.type === 'say')
  const texts = () => says().map(({ text }) => text)
  /** Acknowledges the last message that was sent. */
  const store = (number: number) => {
    const { id = '', to = '', text = '' } = says().at(-1) ?? {}
    tell({ type: 'stored', message: aMessage(number, { id, from: ANA.id, to, text }) })
  }
  /** Loses the connection. The next one is tried within that time. */
  const lose = async () => {
    network.last.drop()
    await wait(500)
  }
  const fakes = { network, page, fire, stored, history }
  return { ...fakes, client, state, incidents, tell, says, texts, store, lose }
}

async function connected(snapshot: object = {}, options = {}): Promise<ReturnType<typeof aClient>> {
  const rig = aClient(options)
  rig.client.start()
  await wait()
  rig.tell({ ...aSnapshot(), ...snapshot })
  return rig
}

const ANOTHER = aSnapshot({ epoch: 'e2' })

test('T17 rule 6: a checkpoint is answered at once with its token', async () => {
  const { tell, network, incidents } = await connected({ phoneUsed: true })
  tell({ type: 'checkpoint', token: 'um' })
  expect(incidents).toEqual([{ type: 'phoneUsed' }])
  expect(network.last.said).toEqual([{ type: 'confirm', token: 'um' }])
})

test('R11 a page that missed events goes on from a later `resumed` or snapshot of its socket', async () => {
  const { state, tell } = await connected()
  const { epoch, number } = state()
  const left = { kind: 'left', personId: BETO.id, name: BETO.name }
  const { people: _, next: _next, ...own } = aSnapshot()
  tell({ ...own, type: 'resumed', epoch, number: number + 1, events: [left] })
  expect([state().number, state().people.has(BETO.id)]).toEqual([number + 1, false])
  tell({ ...aSnapshot(), number: number + 9 })
  expect(state()).toMatchObject({ number: number + 9, connection: 'live' })
  expect(state().people.has(BETO.id)).toBe(true)
})

test('T15 a page or search that the room refuses for its rate is asked for again', async () => {
  const { client, network, tell } = await connected({ next: { id: BETO.id, online: true } })
  client.loadMorePeople()
  client.searchPeople('be')
  client.searchPeople('beto')
  const refused = { type: 'refused', id: null, reason: 'rate_limited' }
  tell(refused, refused, refused)
  await wait(TIMINGS.peopleAskedAgainMs)
  expect(network.last.said.slice(3)).toMatchObject([
    { type: 'page' },
    { type: 'search', text: 'beto' },
  ])
  tell({ type: 'found', asked: 'beto', people: [BETO] })
  tell({ type: 'page', people: [], next: null }, refused)
  await wait(2 * TIMINGS.peopleAskedAgainMs)
  expect(network.last.said).toHaveLength(5)
})

test('offers the version and the secret as subprotocols, never the secret in the URL', async () => {
  const { network } = await connected()
  expect(network.last.protocols).toEqual([SUBPROTOCOL, 'segredo'])
  expect(network.last.url).not.toContain('segredo')
})

test('rule 5: announces that it reads shared frames, and applies their messages in order', async () => {
  const { client, network, says, tell, stored, state } = await connected()
  expect(network.last.url).toContain('?frames=shared')
  client.say(BETO.id, 'oi')
  const mine = aMessage(1, { id: says()[0]?.id ?? '', from: ANA.id, to: BETO.id })
  const theirs = { type: 'message', message: aMessage(2), unread: 1 }
  tell([{ type: 'stored', message: mine }, theirs])
  expect(stored.unsent).toEqual([])
  expect(state().unread.get(BETO.id)).toBe(1)
  await wait(TIMINGS.pongWithinMs)
  expect(network.opened).toHaveLength(1)
})

test('drops unknown frames', async () => {
  const { network, state } = await connected()
  const before = state()
  for (const frame of ['', '{', '[', '[]', '{"type":"dança"}', '{"type":"read"}', 'null'])
    network.last.tellRaw(frame)
  expect(state()).toBe(before)
})

test('R6 unknown messages do not drop the known ones of their frame', async () => {
  const { tell, state } = await connected()
  const known = { type: 'message', message: aMessage(1), unread: 1 }
  const unknown = [{ type: 'dança' }, null, 7, [known], { type: 'read' }]
  tell([...unknown, { ...known, unread: 4 }, ...unknown])
  expect(state().unread.get(BETO.id)).toBe(4)
})

test('rule 3: messages before the first one of a connection are applied after it', async () => {
  const { lose, tell, state } = await connected()
  await lose()
  tell({ type: 'message', message: aMessage(1), unread: 1 })
  expect(state().unread.size).toBe(0)
  tell(ANOTHER)
  expect(state().unread.get(BETO.id)).toBe(1)
})

test('messages of one conversation are sent one by one, each after the answer; another’s do not wait', async () => {
  const { client, texts, store, stored } = await connected()
  for (const text of ['um', 'dois', 'três']) client.say(BETO.id, text)
  expect(texts()).toEqual(['um'])
  for (const number of [1, 2, 3]) {
    store(number)
    expect(texts()).toEqual(['um', 'dois', 'três'].slice(0, number + 1))
  }
  expect(stored.unsent).toEqual([])
  client.say(BETO.id, 'quatro')
  client.say(aPerson(3).id, 'a outra pessoa')
  expect(texts().slice(3)).toEqual(['quatro', 'a outra pessoa'])
})

test('R30 after a reconnect exactly the outbox is sent, in order, with the same ids', async () => {
  const { client, network, says, texts, store, tell, stored } = await connected()
  client.say(BETO.id, 'chegou')
  store(1)
  client.say(BETO.id, 'sem resposta')
  const unanswered = says().at(-1)
  network.last.drop()
  client.say(BETO.id, 'escrita sem rede')
  client.read(BETO.id, 1)
  await wait(500)
  expect([network.opened.length, network.last.frames]).toEqual([2, []])
  tell(ANOTHER)
  expect(network.last.said).toEqual([unanswered])
  store(2)
  store(3)
  expect(texts()).toEqual(['sem resposta', 'escrita sem rede'])
  expect(stored.unsent).toEqual([])
})

test('R1 R3 after a lost answer the repeat has the same id and leaves one message', async () => {
  const { client, history, says, lose, tell, state } = await connected()
  client.history.open(BETO.id)
  await wait()
  client.say(BETO.id, 'oi')
  const [first] = says()
  const message = aMessage(1, { id: first?.id ?? '', from: ANA.id, to: BETO.id, text: 'oi' })
  history.answer = async () => ({ messages: [message], hasEarlier: false })
  await lose()
  tell(ANOTHER)
  expect(says()).toEqual([first])
  await wait()
  tell({ type: 'stored', message })
  expect(state().conversations.get(BETO.id)?.messages).toEqual([message])
  expect(state().unsent.size).toBe(0)
})

test('R30 no answer to a message is a dead connection, not a success', async () => {
  const { client, network, stored, tell, texts } = await connected()
  client.say(BETO.id, 'oi')
  await wait(TIMINGS.pongWithinMs)
  expect(stored.unsent).toHaveLength(1)
  await wait(600)
  expect(network.opened).toHaveLength(2)
  tell(aSnapshot())
  expect(texts()).toEqual(['oi'])
})

test('R30 many messages to one person wait for the room’s rate limit, and no answer to such a one is detected as soon', async () => {
  const { client, network, says, store } = await connected()
  client.say(BETO.id, 'held up on the way for a second, and counted only then')
  await wait(1_000)
  store(1)
  for (let number = 2; number <= LIMITS.sayPairBurst + 2; number += 1)
    client.say(BETO.id, `${number}`)
  for (let number = 2; number <= LIMITS.sayPairBurst; number += 1) store(number)
  expect(says()).toHaveLength(LIMITS.sayPairBurst)
  await wait(900)
  expect(says()).toHaveLength(LIMITS.sayPairBurst)
  await wait(100)
  expect(says()).toHaveLength(LIMITS.sayPairBurst + 1)
  expect(network.opened).toHaveLength(1)
  await wait(TIMINGS.pongWithinMs + 600)
  expect(network.opened).toHaveLength(2)
})

test('R2 messages interrupted by a reload are sent by the next page', async () => {
  const before = await connected()
  before.network.last.drop()
  before.client.say(BETO.id, 'antes')
  const kept = before.stored.unsent
  const unsent = aClient({ kept }).state().unsent.get(BETO.id)
  expect(unsent?.map(({ text }) => text)).toEqual(['antes'])
  const { says } = await connected({}, { kept })
  expect(says()).toMatchObject([{ id: kept[0]?.id, text: 'antes' }])
})

test('R29 a refused message keeps its text and reason; a retry has the same id', async () => {
  const { client, says, store, stored, tell, incidents } = await connected()
  client.say(BETO.id, 'oi')
  const [first] = says()
  const id = first?.id ?? ''
  const refused = { type: 'refused', id, reason: 'person_offline' }
  tell(refused, refused)
  expect(stored.unsent).toMatchObject([{ id, text: 'oi', refusal: 'person_offline' }])
  expect(incidents).toEqual([{ type: 'sendRefused', reason: 'person_offline' }])
  client.retry(id)
  client.retry(id)
  expect(says()).toEqual([first, first])
  store(1)
  expect(stored.unsent).toEqual([])
})

test.for([
  ['storage_full', 'storage_full'],
  ['unanswered', 'unanswered'],
  ['of a later version', 'internal'],
])('R6 R22 a refusal has its detail, if the page knows it: %s', async ([detail, reason]) => {
  const { client, stored, tell, incidents } = await connected()
  client.say(BETO.id, 'oi')
  tell({ type: 'refused', id: stored.unsent[0]?.id, reason: 'internal', detail })
  expect(stored.unsent).toMatchObject([{ text: 'oi', refusal: reason }])
  expect(incidents).toEqual([{ type: 'sendRefused', reason }])
})

test('a refused message is not sent by a reconnect, and can be discarded', async () => {
  const { client, stored, tell, lose, says, state } = await connected()
  client.say(BETO.id, 'oi')
  const { id } = stored.unsent[0] ?? { id: '' }
  tell({ type: 'refused', id, reason: 'rate_limited' })
  await lose()
  tell(aSnapshot())
  expect(says()).toEqual([])
  client.discard(id)
  expect(state().unsent.size).toBe(0)
})

test.each([4000, 4001, 4002, 4003, 4004, 4005, 4099])('%i is final', async (code) => {
  const { network, fire, state } = await connected()
  network.last.drop(code)
  fire('online', 'visible')
  await wait(120_000)
  expect(network.opened).toHaveLength(1)
  expect(state()).toMatchObject({ connection: 'closed', closeCode: code })
})

test('after the close for too many pages a person can continue here', async () => {
  const { client, network, tell, state } = await connected()
  network.last.drop(CLOSE.tooManySockets)
  client.reopen()
  await wait()
  tell(aSnapshot())
  expect(state().connection).toBe('live')
})

test('4200-4299 reconnects at once, 4100-4199 backs off', async () => {
  const { network, state } = await connected()
  network.last.drop(CLOSE.silent)
  await wait()
  expect(network.opened).toHaveLength(2)
  network.last.drop(CLOSE.barFull)
  expect(state()).toMatchObject({ connection: 'down', closeCode: CLOSE.barFull })
  await wait(400)
  expect(network.opened).toHaveLength(2)
  await wait(700)
  expect(network.opened).toHaveLength(3)
})

test('without a network it retries, and a snapshot ends the outage', async () => {
  const { client, network, fire, tell, state } = aClient()
  network.isUp = false
  client.start()
  await wait(5_000)
  expect(state()).toMatchObject({ connection: 'down', you: null })
  network.isUp = true
  fire('online')
  await wait()
  tell(aSnapshot())
  expect(state().connection).toBe('live')
})

test('R10 a connection is checked at once where the network seems gone, and stays where it answers', async () => {
  const { network, fire, state } = await connected()
  fire('offline')
  expect(network.last.pings).toBe(1)
  network.last.tellRaw(PONG)
  await wait(2_000)
  expect([network.opened.length, state().connection]).toEqual([1, 'live'])
  network.isUp = false
  fire('offline')
  await wait(1_500)
  expect(state().connection).toBe('down')
})

test('R10 a missing pong ends the connection; a pong schedules the next ping', async () => {
  const { network } = await connected()
  await wait(TIMINGS.pingEveryMs)
  expect(network.last.pings).toBe(1)
  network.last.tellRaw(PONG)
  await wait(TIMINGS.pingEveryMs - 1)
  expect(network.last.pings).toBe(1)
  await wait(1)
  expect(network.last.pings).toBe(2)
  await wait(TIMINGS.pongWithinMs + 500)
  expect(network.opened).toHaveLength(2)
})

test('R10 R27 after the network or the person returns, a dead connection is replaced within 2 s', async () => {
  const { network, fire, tell } = await connected()
  fire('online')
  await wait(2_000)
  expect(network.opened).toHaveLength(2)
  tell(aSnapshot())
  fire('visible')
  network.last.tellRaw(PONG)
  await wait(2_000)
  expect(network.opened).toHaveLength(2)
})

test('R10 R27 history requests carry the number of lost connections, not of attempts', async () => {
  const { client, network, fire, tell, history } = await connected()
  client.history.open(BETO.id)
  for (const isUp of [false, true]) {
    await wait()
    network.isUp = isUp
    network.last.drop()
    await wait(10_000)
    network.isUp = true
    fire('online')
    await wait()
    tell(aSnapshot())
  }
  expect(history.losses).toEqual([0, 1, 2])
})

test('R27 a hanging attempt is given up soon after the person returns', async () => {
  const { network, fire, lose, tell, state } = await connected()
  network.answers = false
  await lose()
  network.answers = true
  fire('visible')
  await wait(1_600)
  expect(network.opened).toHaveLength(3)
  tell(aSnapshot())
  expect(state().connection).toBe('live')
})

test('R27 an attempt that succeeds just after the person returns is kept', async () => {
  const { network, fire, lose } = await connected()
  network.answers = false
  await lose()
  fire('online')
  await wait(1_000)
  network.last.accept()
  await wait(2_000)
  expect(network.opened).toHaveLength(2)
})

test('reports a hidden page, and again on every new connection', async () => {
  const { network, page, fire, lose } = await connected()
  page.hidden = true
  fire('hidden')
  expect(network.last.said).toEqual([{ type: 'hidden' }])
  await lose()
  expect(network.last.said).toEqual([{ type: 'hidden' }])
  page.hidden = false
  fire('visible')
  expect(network.last.said).toEqual([{ type: 'hidden' }, { type: 'visible' }])
})

test('R26 a closing page closes its connection; a restored one connects again', async () => {
  const { network, fire, tell, state } = await connected()
  fire('closing')
  expect(network.last.closedWith).toBe(CLOSE.pageClosed)
  await wait(60_000)
  expect(network.opened).toHaveLength(1)
  fire('restored')
  await wait()
  tell(aSnapshot())
  expect([network.opened.length, state().connection]).toEqual([2, 'live'])
})

test('R26 a page that closes while it connects leaves that attempt to the browser', async () => {
  const { network, fire, lose } = await connected()
  network.answers = false
  await lose()
  const attempt = network.last
  fire('closing')
  expect(attempt.readyState).toBe(FakeWebSocket.CONNECTING)
  await wait(60_000)
  expect(network.last).toBe(attempt)
})

test('a stopped client stays stopped', async () => {
  const { client, network } = await connected()
  network.last.drop()
  client.stop()
  await wait(60_000)
  expect(network.opened).toHaveLength(1)
})

test('R13 after a reconnect an open conversation loads the missed messages, page by page', async () => {
  const { client, history, lose, tell, state } = await connected()
  const pages: Record<string, History> = {
    newest: { messages: [aMessage(1)], hasEarlier: false },
    1: { messages: Array.from({ length: 50 }, (_, at) => aMessage(at + 2)), hasEarlier: true },
    51: { messages: [aMessage(52), aMessage(53)], hasEarlier: true },
  }
  history.answer = async ({ after }) =>
    pages[after ?? 'newest'] ?? { messages: [], hasEarlier: true }
  client.history.open(BETO.id)
  await wait()
  await lose()
  tell(ANOTHER, { type: 'message', message: aMessage(54), unread: 1 })
  await wait()
  expect(history.asked.slice(0, 3)).toEqual([{}, { after: 1 }, { after: 51 }])
  const held = state().conversations.get(BETO.id)
  expect(held?.messages.map(({ number }) => number)).toEqual(
    Array.from({ length: 54 }, (_, at) => at + 1),
  )
  expect(held).toMatchObject({ completeThrough: 54, hasEarlier: false, load: 'loaded' })
})

test.for([
  ['before', 2, [1, 2]],
  ['with the request of', 2, [1, 2]],
  ['with the answer of', 2, [1, 2]],
  ['after', 3, [1, 2, 3]],
] as const)(
  'R13 a live message %s a load appears once and in its place',
  async ([moment, number, held]) => {
    const { client, history, tell, state } = await connected()
    const answer = Promise.withResolvers<History>()
    history.answer = () => answer.promise
    const arriveIf = (now: typeof moment) => {
      if (now === moment) tell({ type: 'message', message: aMessage(number), unread: 1 })
    }
    arriveIf('before')
    client.history.open(BETO.id)
    arriveIf('with the request of')
    await wait()
    answer.resolve({ messages: [aMessage(1), aMessage(2)], hasEarlier: false })
    arriveIf('with the answer of')
    await wait()
    arriveIf('after')
    await wait()
    const known = state().conversations.get(BETO.id)
    expect(known?.messages.map((message) => message.number)).toEqual(held)
  },
)

test('a failed load is reported, also without a connection', async () => {
  const { client, history, network, incidents, state } = await connected()
  history.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  client.history.open(BETO.id)
  await wait()
  expect(incidents).toHaveLength(1)
  expect(state().conversations.get(BETO.id)?.load).toBe('failed')
  network.last.drop()
  void client.history.load(BETO.id)
  await wait()
  expect(incidents).toHaveLength(2)
})

test('reading clears the badge here and sends the read position', async () => {
  const conversations = [{ personId: BETO.id, unread: 2 }]
  const { client, network, state } = await connected({ conversations })
  client.read(BETO.id, 2)
  expect(network.last.said).toEqual([{ type: 'read', personId: BETO.id, through: 2 }])
  expect(state().unread.get(BETO.id)).toBe(0)
})
