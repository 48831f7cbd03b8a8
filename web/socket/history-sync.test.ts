import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HistoryQuestion, ServerMessage } from '#contract/protocol.ts'
import { SEED } from '#test/fakes/generated.ts'
import { ANA, aHistory, aMessage, aSnapshot, BETO } from '#test/fakes/room.ts'
import { runs } from '#test/worker/runs.ts'
import { Store } from '#web/ui/cell.ts'
import { HistorySync } from './history-sync.ts'
import { reduceRoom } from './reduce-room.ts'
import type { RoomEvent, RoomState } from './room-state.ts'
import { INITIAL_ROOM_STATE } from './room-state.ts'

/** A page of the model has few messages, so that a conversation has many pages. */
const PAGE = 5

/** One socket between a page and a room. What either sends waits until the test lets it arrive. */
class Model {
  readonly store = new Store<RoomState, RoomEvent>(INITIAL_ROOM_STATE, reduceRoom)
  last: number
  refuses: 'rate_limited' | 'person_not_found' | null = null
  refusals = 0
  checks = 0
  toRoom: HistoryQuestion[] = []
  toPage: ServerMessage[] = []
  isConnected = true
  readonly sync: HistorySync

  constructor(last: number) {
    this.last = last
    this.#receive(aSnapshot())
    this.sync = new HistorySync(this.store, {
      ask: (question) => {
        if (this.isConnected) this.toRoom.push(question)
        return this.isConnected
      },
      check: () => {
        this.checks += 1
      },
      onRefused: () => {
        this.refusals += 1
      },
    })
  }

  get conversation() {
    return this.store.read().conversations.get(BETO.id)
  }

  get numbers(): number[] {
    return this.conversation?.messages.map(({ number }) => number) ?? []
  }

  say(): void {
    this.last += 1
    const message = numbered(this.last)
    if (this.isConnected) this.toPage.push({ type: 'message', message, unread: 0 })
  }

  /** More than two pages. */
  sayMuch(): void {
    for (let times = 0; times < 2 * PAGE + 2; times += 1) this.say()
  }

  /** The room handles the next question. */
  answer(): void {
    const asked = this.toRoom.shift()
    if (!asked) return
    if (this.refuses) {
      this.toPage.push({ type: 'refused', id: null, reason: this.refuses, asked })
    } else this.toPage.push(readPage(this.last, asked))
  }

  /** The next frame reaches the page. */
  arrive(): void {
    const message = this.toPage.shift()
    if (!message) return
    this.#receive(message)
    this.sync.received(message)
  }

  lose(): void {
    this.isConnected = false
    this.toRoom = []
    this.toPage = []
    this.sync.disconnected()
  }

  connect(): void {
    if (this.isConnected) return
    this.isConnected = true
    this.sync.connected()
  }

  #receive(message: ServerMessage): void {
    this.store.dispatch({ type: 'received', message, at: 0 })
  }

  settle(): void {
    while (this.toRoom.length > 0 || this.toPage.length > 0) {
      this.answer()
      this.arrive()
    }
  }
}

const aStep = fc.constantFrom(
  'say' as const,
  'sayMuch' as const,
  'answer' as const,
  'arrive' as const,
  'lose' as const,
  'connect' as const,
  'refuse' as const,
  'allow' as const,
  'load' as const,
  'retry' as const,
  'earlier' as const,
  'close' as const,
  'open' as const,
)

test('R13 a loaded conversation has no hole, whatever is missed, lost or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(30), fc.array(aStep, { maxLength: 60 }), async (before, steps) => {
      const model = new Model(before)
      const { sync } = model
      let close = sync.open(BETO.id)
      for (const step of steps) {
        if (step === 'refuse' || step === 'allow')
          model.refuses = step === 'refuse' ? 'rate_limited' : null
        else if (step === 'load' || step === 'retry') sync[step](BETO.id)
        else if (step === 'earlier') void sync.loadEarlier(BETO.id)
        else if (step === 'close') close()
        else if (step === 'open') {
          close()
          close = sync.open(BETO.id)
        } else model[step]()
        const { numbers } = model
        expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
      }
      model.refuses = null
      close()
      close = sync.open(BETO.id)
      model.connect()
      model.settle()
      sync.retry(BETO.id)
      model.settle()
      expect(model.conversation).toMatchObject({ load: 'loaded', completeThrough: model.last })
      // From here on nothing is asked: what is said arrives by itself, also while the chat is closed.
      close()
      model.say()
      close = sync.open(BETO.id)
      expect(model.toRoom).toEqual([])
      model.settle()
      while (model.conversation?.hasEarlier) {
        const loaded = sync.loadEarlier(BETO.id)
        model.settle()
        await loaded
      }
      expect(model.numbers).toEqual(Array.from({ length: model.last }, (_, at) => at + 1))
      close()
    }),
    { seed: SEED, numRuns: runs(200, 20_000) },
  )
})

test('R13 a question whose answer is lost with the connection is asked again on the next one', async () => {
  const model = new Model(12)
  model.sync.open(BETO.id)
  model.settle()
  const loaded = model.sync.loadEarlier(BETO.id)
  model.answer()
  model.lose()
  model.say()
  model.connect()
  expect(model.toRoom).toEqual([
    { personId: BETO.id, after: 12 },
    { personId: BETO.id, before: 8 },
  ])
  model.settle()
  await loaded
  expect(model.numbers).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
})

test('R13 a live message that overtakes the pages of a long absence leaves no hole', () => {
  const model = new Model(1)
  model.sync.open(BETO.id)
  model.settle()
  model.lose()
  model.sayMuch()
  model.connect()
  model.say()
  model.arrive()
  expect(model.conversation).toMatchObject({ completeThrough: 1 })
  model.settle()
  expect(model.numbers).toEqual(Array.from({ length: model.last }, (_, at) => at + 1))
})

test('a conversation that is separated is asked for again when it is opened again', () => {
  const model = new Model(1)
  const close = model.sync.open(BETO.id)
  model.settle()
  // The room hides what is stored at the moment of a block from its receiver.
  model.last += 1
  model.toPage.push({ type: 'conversationEnded', personId: BETO.id })
  model.settle()
  close()
  model.sync.open(BETO.id)
  model.settle()
  expect(model.numbers).toEqual([1, 2])
})

test('a refused load is reported once, stays shown while it is retried, and not for a closed chat', () => {
  const model = new Model(1)
  model.refuses = 'rate_limited'
  const close = model.sync.open(BETO.id)
  model.settle()
  model.sync.retry(BETO.id)
  expect([model.conversation?.load, model.refusals]).toEqual(['failed', 1])
  model.settle()
  expect([model.conversation?.load, model.refusals]).toEqual(['failed', 1])
  model.sync.load(BETO.id)
  expect(model.conversation?.load).toBe('loading')
  model.settle()
  expect(model.refusals).toBe(2)
  model.sync.load(BETO.id)
  close()
  model.settle()
  expect(model.refusals).toBe(2)
})

test('a conversation with a person who has left is no failed load, on a new connection either', async () => {
  const model = new Model(12)
  model.sync.open(BETO.id)
  model.settle()
  model.refuses = 'person_not_found'
  await Promise.all([model.sync.loadEarlier(BETO.id), model.settle()])
  model.lose()
  model.connect()
  model.settle()
  expect([model.conversation?.load, model.refusals]).toEqual(['loaded', 0])
  expect(model.numbers.at(-1)).toBe(12)
})

test('R8 a refusal that names no question ends every wait', async () => {
  const model = new Model(12)
  model.sync.open(BETO.id)
  model.settle()
  const loaded = model.sync.loadEarlier(BETO.id)
  model.sync.disconnected()
  model.sync.load(BETO.id)
  model.toRoom = []
  const unnamed = { type: 'refused' as const, id: null }
  model.toPage.push({ ...unnamed, reason: 'rate_limited' })
  model.settle()
  expect(model.conversation?.load).toBe('loading')
  model.toPage.push({ ...unnamed, reason: 'internal' })
  model.settle()
  await loaded
  expect([model.conversation?.load, model.refusals]).toEqual(['failed', 1])
})

test('R10 a question of a person checks the connection, one of a new connection does not', () => {
  const model = new Model(12)
  model.sync.open(BETO.id)
  model.settle()
  expect(model.checks).toBe(1)
  void model.sync.loadEarlier(BETO.id)
  expect(model.checks).toBe(2)
  model.lose()
  model.connect()
  model.settle()
  expect(model.checks).toBe(2)
})

/** Its time says nothing of its place. */
const numbered = (number: number) =>
  aMessage(number, { from: BETO.id, to: ANA.id, createdAt: (number * 7_919) % 1_000 })

/** The room's page of a conversation whose last number is this. */
function readPage(last: number, { before, after }: HistoryQuestion): ServerMessage {
  const end = Math.min(before ?? Infinity, last + 1)
  const start = Math.max(1, after === undefined ? end - PAGE : after + 1)
  const messages = []
  for (let at = start; at < Math.min(end, start + PAGE); at += 1) messages.push(numbered(at))
  const hasMore = after === undefined ? start > 1 : start + PAGE < end
  const place = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
  return aHistory(messages, { ...place, hasMore })
}
