import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE, PONG, SUBPROTOCOL } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { FakeNetwork, FakeWebSocket } from '#test/fakes/fake-web-socket.ts'
import { ANA, aHistory, aMessage, aSnapshot, BETO } from '#test/fakes/room.ts'
import type { Unsent } from '#web/session/kept-outbox.ts'
import type { PageEvent } from './reconnecting-socket.ts'
import type { RoomIncident } from './room-client.ts'
import { RoomClient } from './room-client.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

/** A client with a fake network, page and storage. */
function aClient({ kept = [] as readonly Unsent[], firstChat = null as string | null } = {}) {
  const network = new FakeNetwork()
  const pageListeners = new Set<(event: PageEvent) => void>()
  const page = { hidden: false }
  const stored = { unsent: kept }
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
    firstChat,
    kept,
    keep: (unsent) => {
      stored.unsent = unsent
    },
  })
  const incidents: RoomIncident[] = []
  client.onIncident((incident) => incidents.push(incident))
  const fire = (event: PageEvent) => {
    for (const listener of pageListeners) listener(event)
  }
  const state = () => client.store.read()
  const tell = (...messages: unknown[]) => {
    for (const message of messages) network.last.tell(message)
  }
  const says = () => network.last.said.filter((frame) => frame.type === 'say')
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
  const asked = () => network.last.said.filter((frame) => frame.type === 'history')
  const fakes = { network, page, fire, stored, asked }
  return { ...fakes, client, state, incidents, tell, says, store, lose }
}

async function connected(snapshot: object = {}, options = {}): Promise<ReturnType<typeof aClient>> {
  const rig = aClient(options)
  rig.client.start()
  await wait()
  rig.tell({ ...aSnapshot(), ...snapshot })
  return rig
}

const ANOTHER = aSnapshot({ epoch: 'e2' })

test('T15 a page or search that the room refuses for its rate is asked for again', async () => {
  const { client, network, tell } = await connected({ next: { id: BETO.id, online: true } })
  client.people.loadMore()
  client.people.search('be')
  client.people.search('beto')
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

test('rule 5: offers its secret outside the URL, applies shared frames in order, and says what is read', async () => {
  const { client, network, says, tell, stored, state } = await connected()
  expect(network.last.protocols).toEqual([SUBPROTOCOL, 'segredo'])
  expect(network.last.url).not.toContain('segredo')
  client.say(BETO.id, 'oi')
  const mine = aMessage(1, { id: says()[0]?.id ?? '', from: ANA.id, to: BETO.id })
  const theirs = { type: 'message', message: aMessage(2), unread: 1 }
  tell([{ type: 'stored', message: mine }, theirs])
  expect(stored.unsent).toEqual([])
  expect(state().unread.get(BETO.id)).toBe(1)
  client.read(BETO.id, 2)
  expect(network.last.said.at(-1)).toEqual({ type: 'read', personId: BETO.id, through: 2 })
  expect(state().unread.get(BETO.id)).toBe(0)
})

test('R6 T17 rule 6: drops unknown frames and messages; answers a checkpoint at once with its token', async () => {
  const { network, tell, state, incidents } = await connected({ phoneUsed: true })
  const before = state()
  for (const frame of ['', '{', '[', '[]', '{"type":"dança"}', '{"type":"read"}', 'null'])
    network.last.tellRaw(frame)
  expect(state()).toBe(before)
  const known = { type: 'message', message: aMessage(1), unread: 1 }
  const unknown = [{ type: 'dança' }, null, 7, [known], { type: 'read' }]
  tell([...unknown, { ...known, unread: 4 }, ...unknown])
  expect(state().unread.get(BETO.id)).toBe(4)
  expect(incidents[0]).toEqual({ type: 'phoneUsed' })
  tell({ type: 'checkpoint', token: 'um' })
  expect(network.last.said).toEqual([{ type: 'confirm', token: 'um' }])
})

test('R2 R30 after a reconnect or a reload exactly the outbox is sent, in order, with the same ids', async () => {
  const { client, network, says, store, tell, stored } = await connected()
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
  const kept = stored.unsent
  const unsent = aClient({ kept }).state().unsent.get(BETO.id)
  expect(unsent).toMatchObject([{ text: 'escrita sem rede' }])
  const next = await connected({}, { kept })
  expect(next.says()).toEqual([says().at(-1)])
  store(3)
  expect(says()).toMatchObject([{ text: 'sem resposta' }, { text: 'escrita sem rede' }])
  expect(stored.unsent).toEqual([])
})

test('R30 no answer to a message is a dead connection, also to one that waited for the room’s rate limit', async () => {
  const { client, network, says, store, stored, tell } = await connected()
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
  for (const opened of [2, 3]) {
    const unanswered = says().at(-1)
    await wait(TIMINGS.pongWithinMs + 600)
    expect(network.opened).toHaveLength(opened)
    expect(stored.unsent).toHaveLength(2)
    tell(aSnapshot())
    expect(says()).toEqual([unanswered])
  }
})

test('R29 a refused message keeps text and reason through a reconnect, is retried with its id, or discarded', async () => {
  const { client, state, says, stored, tell, lose, incidents } = await connected()
  client.say(BETO.id, 'oi')
  const [first] = says()
  const id = first?.id ?? ''
  const refused = { type: 'refused', id, reason: 'person_offline' }
  tell(refused, refused)
  expect(stored.unsent).toMatchObject([{ id, text: 'oi', refusal: 'person_offline' }])
  expect(state().unsent.get(BETO.id)).toEqual(stored.unsent)
  expect(incidents).toEqual([{ type: 'sendRefused', reason: 'person_offline' }])
  await lose()
  tell(aSnapshot())
  expect(says()).toEqual([])
  client.retry(id)
  client.retry(id)
  expect(says()).toEqual([first])
  tell(refused)
  client.discard(id)
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

test.each([4000, 4001, 4002, 4003, 4004, 4005, 4099])(
  '%i is final, until a person continues here',
  async (code) => {
    const { client, network, fire, state } = await connected()
    network.last.drop(code)
    fire('online')
    fire('visible')
    await wait(120_000)
    expect(network.opened).toHaveLength(1)
    expect(state()).toMatchObject({ connection: 'closed', closeCode: code })
    client.reopen()
    await wait()
    expect(network.opened).toHaveLength(2)
  },
)

test('R10 R27 after 4200-4299 it reconnects at once, after a full bar it backs off', async () => {
  const { network, fire, tell, state } = await connected()
  network.last.drop(CLOSE.silent)
  await wait()
  expect(network.opened).toHaveLength(2)
  tell(aSnapshot())
  await wait()
  network.last.drop(CLOSE.barFull)
  expect(state()).toMatchObject({ connection: 'down', closeCode: CLOSE.barFull })
  await wait(400)
  expect(network.opened).toHaveLength(2)
  network.isUp = false
  await wait(10_000)
  expect(network.opened.length).toBeGreaterThan(3)
  network.isUp = true
  fire('online')
  await wait()
  expect(state().connection).toBe('down')
  tell(aSnapshot())
  expect(state()).toMatchObject({ connection: 'live', closeCode: null })
})

test.each<PageEvent>(['offline', 'online', 'visible'])(
  'R10 R27 a connection is checked at once when the page is %s: it stays if it answers, else it is replaced within 2 s',
  async (event) => {
    const { network, fire, state } = await connected()
    fire(event)
    expect(network.last.pings).toBe(1)
    network.last.tellRaw(PONG)
    await wait(2_000)
    expect([network.opened.length, state().connection]).toEqual([1, 'live'])
    fire(event)
    await wait(1_500)
    expect(state().connection).toBe('down')
    await wait(500)
    expect(network.opened).toHaveLength(2)
  },
)

test('R27 after the person returns a hanging attempt is given up, one that succeeds soon is kept', async () => {
  const { network, fire, lose } = await connected()
  network.answers = false
  await lose()
  network.answers = true
  fire('visible')
  await wait(1_600)
  expect(network.opened).toHaveLength(3)
  await wait(10_000) // the back-off begins anew
  network.answers = false
  await lose()
  fire('online')
  await wait(1_000)
  network.last.accept()
  await wait(2_000)
  expect(network.opened).toHaveLength(4)
})

test('O16 a network blocks sockets only if one fails that began after HTTP was answered', async () => {
  const { client, network, state, lose } = await connected()
  network.isUp = false
  await lose()
  client.networkAsked(false)
  expect(state().isBlocked).toBe(false)
  network.isUp = true
  client.networkAsked(true)
  await wait(100)
  expect(state().isBlocked).toBe(false)
  network.last.tell(ANOTHER)
  expect(state()).toMatchObject({ connection: 'live', isBlocked: false })

  network.isUp = false
  await lose()
  expect(state().isBlocked).toBe(false)
  client.networkAsked(true)
  await wait(100)
  expect(state().isBlocked).toBe(true)
  client.networkAsked(false)
  expect(state().isBlocked).toBe(false)
})

test.each([
  ['cuts', (network: FakeNetwork) => network.last.drop()],
  ['swallows', () => wait(TIMINGS.pingEveryMs + TIMINGS.pongWithinMs)],
])('O16 a network that opens a socket and then %s it is named', async (_, end) => {
  const { client, network, state, lose } = await connected()
  await lose()
  client.networkAsked(true)
  await wait(100)
  const { last } = network
  client.networkAsked(true)
  await wait(100)
  expect([network.last === last, state().isBlocked]).toEqual([true, false])
  await end(network)
  expect(state()).toMatchObject({ connection: 'down', isBlocked: true })
})

test('O16 a first frame that is slow, and a close by the room, show that sockets get through', async () => {
  const { client, network, state, lose } = await connected()
  await lose()
  client.networkAsked(true)
  await wait(100)
  network.last.drop(CLOSE.overloaded)
  expect(state()).toMatchObject({ connection: 'down', isBlocked: false })
  await lose()
  client.networkAsked(true)
  await wait(100)
  client.networkAsked(true)
  network.last.tell(ANOTHER)
  await lose()
  expect(state()).toMatchObject({ connection: 'down', isBlocked: false })
})

test('O16 an answer by HTTP that comes after the first frame leaves the connection', async () => {
  const { client, network, state } = await connected()
  client.networkAsked(true)
  await wait(100)
  expect(network.opened).toHaveLength(1)
  network.last.drop()
  expect(state()).toMatchObject({ connection: 'down', isBlocked: false })
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

test('R26 a closing page closes its open connection; a restored page connects again, a stopped one does not', async () => {
  const { client, network, fire, lose } = await connected()
  fire('closing')
  expect(network.last.closedWith).toBe(CLOSE.pageClosed)
  await wait(60_000)
  expect(network.opened).toHaveLength(1)
  fire('restored')
  await wait()
  expect(network.opened).toHaveLength(2)
  network.answers = false
  await lose()
  fire('closing')
  expect(network.last.readyState).toBe(FakeWebSocket.CONNECTING)
  await wait(60_000)
  expect(network.opened).toHaveLength(3)
  network.answers = true
  fire('restored')
  await wait()
  network.last.drop()
  client.stop()
  await wait(60_000)
  expect(network.opened).toHaveLength(4)
})

test('R13 rule 3: an early message is applied after the first frame, and an open chat asks what is missing', async () => {
  const { client, asked, lose, tell, state } = await connected()
  const arrive = (number: number) => tell({ type: 'message', message: aMessage(number), unread: 1 })
  client.history.open(BETO.id)
  tell(aHistory([aMessage(1)]))
  await lose()
  arrive(3)
  expect(state().unread.size).toBe(0)
  tell(ANOTHER)
  expect(state().unread.get(BETO.id)).toBe(1)
  expect(asked()).toEqual([{ type: 'history', personId: BETO.id, after: 1 }])
  tell(aHistory([aMessage(2)], { after: 1, hasMore: true }))
  expect(asked()[1]).toEqual({ type: 'history', personId: BETO.id, after: 3 })
  tell(aHistory([], { after: 3 }))
  arrive(4)
  const held = state().conversations.get(BETO.id)
  expect(held?.messages.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  expect(asked()).toHaveLength(2)
})

test('rule 14: the first upgrade names the page’s chat, whose history is not asked for again', async () => {
  const { client, network, asked, lose, tell, state } = await connected({}, { firstChat: BETO.id })
  expect(network.last.url).toContain(`?chat=${BETO.id}`)
  client.history.open(BETO.id)
  tell(aHistory([aMessage(1)]))
  client.history.open(BETO.id)
  expect([asked(), state().conversations.get(BETO.id)?.load]).toEqual([[], 'loaded'])
  await lose()
  expect(network.last.url).not.toContain('chat')
  tell(ANOTHER)
  expect(asked()).toEqual([{ type: 'history', personId: BETO.id, after: 1 }])
})

test('rule 14: an upgrade that was lost before its first frame names the chat again', async () => {
  const { client, network, asked, lose, tell } = aClient({ firstChat: BETO.id })
  client.start()
  await wait()
  await lose()
  expect(network.last.url).toContain(`?chat=${BETO.id}`)
  tell(aSnapshot())
  await lose()
  await wait(5_000)
  client.history.open(BETO.id)
  tell(ANOTHER)
  expect(asked()).toEqual([{ type: 'history', personId: BETO.id }])
})

test('a refused history is reported, and costs no search', async () => {
  const { client, network, incidents, state, tell } = await connected({
    next: { id: BETO.id, online: true },
  })
  client.people.search('be')
  client.history.open(BETO.id)
  tell({ type: 'refused', id: null, reason: 'rate_limited', asked: { personId: BETO.id } })
  expect(incidents).toEqual([{ type: 'loadRefused' }])
  expect(state().conversations.get(BETO.id)?.load).toBe('failed')
  await wait(2 * TIMINGS.peopleAskedAgainMs)
  expect(network.last.said.filter(({ type }) => type === 'search')).toHaveLength(1)
})

test('R10 a chat that is opened on a dead connection is asked for on another within seconds', async () => {
  const { client, network, asked, tell } = await connected()
  client.history.open(BETO.id)
  expect(network.last.pings).toBe(1)
  await wait(TIMINGS.answerSoonMs)
  await wait(500)
  expect(network.opened).toHaveLength(2)
  tell(ANOTHER)
  expect(asked()).toEqual([{ type: 'history', personId: BETO.id }])
  // The new connection may be slow.
  await wait(2 * TIMINGS.answerSoonMs)
  expect(network.opened).toHaveLength(2)
})

test('rule 15: a page says that its person writes once in 3 s, where both have written', async () => {
  const answered = [{ personId: BETO.id, unread: 0, answered: true }]
  const typed = ({ network }: ReturnType<typeof aClient>) =>
    network.last.said.filter((frame) => frame.type === 'typing')
  const unanswered = await connected({ conversations: [{ personId: BETO.id, unread: 0 }] })
  unanswered.client.typing(BETO.id)
  expect(typed(unanswered)).toEqual([])

  const rig = await connected({ conversations: answered })
  rig.client.typing(BETO.id)
  await wait(TIMINGS.typingSaidEveryMs - 1)
  rig.client.typing(BETO.id)
  expect(typed(rig)).toEqual([{ type: 'typing', personId: BETO.id }])
  await wait(1)
  rig.client.typing(BETO.id)
  expect(typed(rig)).toHaveLength(2)
  vi.setSystemTime(Date.now() - 3_600_000)
  await wait(TIMINGS.typingSaidEveryMs)
  rig.client.typing(BETO.id)
  expect(typed(rig)).toHaveLength(3)
})

test.each(['folded', 'conversationEnded'])(
  'rule 15: a page says no longer that its person writes once the conversation is %s',
  async (type) => {
    const answered = [{ personId: BETO.id, unread: 0, answered: true }]
    const { client, network, tell } = await connected({ conversations: answered })
    client.typing(BETO.id)
    tell({ type, personId: BETO.id })
    await wait(TIMINGS.typingSaidEveryMs)
    client.typing(BETO.id)
    expect(network.last.said).toEqual([{ type: 'typing', personId: BETO.id }])
  },
)
