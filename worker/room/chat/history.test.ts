import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { HistoryQuestion } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { NOBODY } from '#test/client/room-socket.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { parseMessage } from '#worker/room/sockets/frames.ts'

beforeEach(stopClock)

type Place = Omit<HistoryQuestion, 'personId'>

/** A message can be no longer in JSON: each quotation mark takes two characters. */
const LONGEST = '"'.repeat(LIMITS.messageGraphemes)

async function read(reader: Person, partner: Person, place: Place = {}) {
  const answer = await reader.page.history(partner.id, place)
  if (answer.type !== 'history') throw new Error(answer.reason)
  return answer
}

/** The numbers of all messages, page by page, from the newest or from the oldest. */
async function readAll(reader: Person, partner: Person, from: 'newest' | 'oldest') {
  const numbers: number[] = []
  for (let place: Place = from === 'newest' ? {} : { after: 0 }; ; ) {
    const { messages, hasMore } = await read(reader, partner, place)
    const page = messages.map(({ number }) => number)
    if (from === 'newest') numbers.unshift(...page)
    else numbers.push(...page)
    if (!hasMore) return numbers
    place = from === 'newest' ? { before: numbers[0] ?? 0 } : { after: numbers.at(-1) ?? 0 }
    passTime(1_000) // else the room answers that it was asked too often
  }
}

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

test('a history comes in pages of fifty, backwards to the first and forwards from a number', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.write(ana, bia, 120)
  const page = async (place: Place) => {
    const { messages, hasMore, ...asked } = await read(bia, ana, place)
    expect(asked).toEqual({ type: 'history', personId: ana.id, ...place })
    return [messages[0]?.number, messages.at(-1)?.number, hasMore]
  }
  expect(await page({})).toEqual([71, 120, true])
  expect(await page({ before: 71 })).toEqual([21, 70, true])
  expect(await page({ before: 21 })).toEqual([1, 20, false])
  expect(await page({ after: 20 })).toEqual([21, 70, true])
  expect(await page({ after: 70 })).toEqual([71, 120, false])
  expect(await page({ after: 120 })).toEqual([undefined, undefined, false])
  expect(await page({ after: 20, before: 23 })).toEqual([21, 22, false])
})

test('T52 a page of the longest messages is cut at 40,000 characters, and the next goes on there', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.write(ana, bia, 60, LONGEST)
  for (const from of ['newest', 'oldest'] as const) {
    expect(await readAll(bia, ana, from)).toEqual(upTo(60))
  }
  const pages = bia.page.all('history')
  expect(pages.length).toBeGreaterThan(4)
  for (const { messages } of pages) {
    const characters = JSON.stringify(messages).length
    expect(characters).toBeLessThan(LIMITS.historyCharacters + LIMITS.historyPage + 2)
  }
})

test('T15 a person’s questions for histories have a limit of their own, and a refusal names its question', async () => {
  const [, ana, bia] = await Bar.seated('Ana', 'Bia')
  for (let at = 0; at < LIMITS.historyBurst; at += 1) await read(bia, ana)
  expect(await bia.page.history(ana.id, { before: 7 })).toEqual({
    type: 'refused',
    id: null,
    reason: 'rate_limited',
    asked: { personId: ana.id, before: 7 },
  })
  bia.page.send({ type: 'page', after: null })
  expect(await bia.page.get('page')).toMatchObject({ next: null })
  passTime(1_000)
  for (let at = 0; at < LIMITS.historyPerSecond; at += 1) await read(bia, ana)
  expect(await bia.page.history(ana.id)).toMatchObject({ reason: 'rate_limited' })
})

test('T5 T57 a blocked partner, one who has left and one who never was here are one answer', async () => {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  for (const one of [ana, caio]) await one.deliver(bia, 'oi')
  await bar.room.block(ana.visit, bia.id)
  await bar.room.leave(caio.visit)
  for (const personId of [ana.id, caio.id, NOBODY, bia.id]) {
    expect(await bia.page.history(personId, { after: 0 })).toEqual({
      type: 'refused',
      id: null,
      reason: 'person_not_found',
      asked: { personId, after: 0 },
    })
  }
})

test.each([
  { before: -1 },
  { after: 1.5 },
  { after: '1' },
  { after: null },
  { before: 2 ** 53 },
  { limit: 1_000 },
  { personId: 'ana' },
])('T44 a question for a history with %j is no frame of the protocol', (wrong) => {
  const question = { type: 'history', personId: NOBODY }
  expect(parseMessage(JSON.stringify(question))).toEqual(question)
  expect(parseMessage(JSON.stringify({ ...question, ...wrong }))).toBeNull()
})

test('rule 14: the history that an upgrade names follows the first frame', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.write(ana, bia, 3)
  const page = await bia.connect(null, true, ana.id)
  const history = await page.get('history')
  expect(page.frames.map(({ type }) => type)).toEqual(['snapshot', 'history'])
  expect(history).toMatchObject({ personId: ana.id, messages: { length: 3 }, hasMore: false })
  const refused = await (await bia.connect(null, true, NOBODY)).get('refused')
  expect(refused).toMatchObject({ reason: 'person_not_found', asked: { personId: NOBODY } })
})

test('R8 a history that cannot be read is refused by its name, and its page stays open', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await ana.deliver(bia, 'oi')
  const page = await ana.connect()
  const breakRows = 'ALTER TABLE messages RENAME COLUMN text TO words'
  await bar.sql(breakRows)
  expect(await page.history(bia.id)).toMatchObject({
    reason: 'internal',
    asked: { personId: bia.id },
  })
  expect(page.closed).toBeNull()
  expect(logged.mock.calls.join()).toContain('frame_failed')
})

test('R4 R13 a room that sleeps before each question answers as one that never slept', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.write(ana, bia, 120)
  const whole = await readAll(bia, ana, 'oldest')
  const numbers: number[] = []
  for (let after = 0; after < whole.length; after = numbers.at(-1) ?? 0) {
    await bar.sleep()
    const { messages } = await read(bia, ana, { after })
    numbers.push(...messages.map(({ number }) => number))
    // A message that wakes the room is no part of a page that was answered before.
    if (after === 0) await bia.deliver(ana, 'ainda lendo')
  }
  expect(numbers).toEqual(upTo(121))
})

test('R13 a history stands among the messages: every later one follows it', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bia.deliver(ana, 'oi')
  // In one turn: the first of these has a commit of its own, and the rest share one.
  await runInDurableObject(bar.room, async (room, state) => {
    const [[anas], [bias]] = [state.getWebSockets(ana.id), state.getWebSockets(bia.id)]
    if (!anas || !bias) throw new Error('no sockets')
    for (let turn = 0; turn < 6; turn += 1) {
      const say = { type: 'say', id: crypto.randomUUID(), to: bia.id, text: `${turn}` }
      await room.webSocketMessage(anas, JSON.stringify(say))
      await room.webSocketMessage(bias, JSON.stringify({ type: 'history', personId: ana.id }))
    }
  })
  await bia.page.get('message', ({ message }) => message.number === 7)
  await bia.page.history(ana.id)
  const { frames } = bia.page
  for (const [at, frame] of frames.entries()) {
    if (frame.type !== 'history') continue
    const later = frames.slice(at).flatMap((one) => (one.type === 'message' ? [one.message] : []))
    const held = new Set([...frame.messages, ...later].map(({ number }) => number))
    expect([...held]).toEqual(upTo(7))
  }
  expect(bia.page.all('history')).toHaveLength(7)
})

test('R11 T17 a page that reads no history is cut off at a megabyte; one that confirms reads on', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.write(ana, bia, 30, LONGEST)
  const ask = async (person: Person) => {
    const { page } = person
    const asked = page.all('history').length + 1
    page.send({ type: 'history', personId: (person === ana ? bia : ana).id })
    await page.until(() => page.closed ?? page.all('history').length === asked)
    passTime(1_000)
  }
  await ana.connect(null, false)
  const enough = Math.ceil(LIMITS.unconfirmedUnits / LIMITS.historyCharacters) + 5
  for (let at = 0; at < enough && !ana.page.closed; at += 1) await ask(ana)
  expect(ana.page.closed?.code).toBe(CLOSE.slowReader)
  expect(ana.page.raw.join('').length).toBeLessThanOrEqual(LIMITS.unconfirmedUnits)
  for (let at = 0; at < enough; at += 1) await ask(bia)
  expect(bia.page.closed).toBeNull()
  // The page that was cut off comes back and has it all.
  await ana.connect()
  expect(await readAll(ana, bia, 'newest')).toEqual(upTo(30))
})
