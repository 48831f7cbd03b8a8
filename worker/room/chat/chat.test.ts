import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { RoomSocket } from '#test/client/room-socket.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { parseMessage } from '#worker/room/sockets/frames.ts'

beforeEach(stopClock)

test('T6 rule 5: a message reaches the pages of its two people alone, with one number and one time', async () => {
  const [, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  const otherPage = ana.page
  await ana.connect()
  const id = ana.say(bia, 'Oi, Bia!')

  const { message } = await ana.page.get('stored')
  expect(message).toMatchObject({ id, number: 1, from: ana.id, to: bia.id, text: 'Oi, Bia!' })
  expect(await bia.page.get('message')).toEqual({ type: 'message', message, unread: 1 })
  expect(await otherPage.get('message')).toEqual({ type: 'message', message, unread: 0 })
  for (const { page } of [ana, caio]) {
    await page.settle()
    expect(page.all('message')).toEqual([])
  }
  expect(await bia.page.history(ana.id)).toMatchObject({ messages: [message], hasMore: false })
})

/** Has the room hear so many frames in one turn: the first has a commit alone, the rest share one. */
function hearAtOnce(bar: Bar, said: [from: Person, to: Person, text: string][]): Promise<void> {
  return runInDurableObject(bar.room, async (room, state) => {
    for (const [from, to, text] of said) {
      const [socket] = state.getWebSockets(from.id)
      const frame = { type: 'say', id: crypto.randomUUID(), to: to.id, text }
      if (socket) await room.webSocketMessage(socket, JSON.stringify(frame))
    }
  })
}

/** The texts of the messages in each frame, as they came. */
function textsByFrame({ raw }: RoomSocket): string[][] {
  const frames = raw.map((frame) => [JSON.parse(frame)].flat())
  const texts = frames.map((messages) => messages.flatMap(({ message }) => message?.text ?? []))
  return texts.filter(({ length }) => length > 0)
}

test('R6 rule 5: the messages of a batch share a frame for each page, in order', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await hearAtOnce(bar, [
    [ana, bia, 'a1'],
    [ana, bia, 'a2'],
    [bia, ana, 'b1'],
    [ana, bia, 'a3'],
  ])
  for (const page of [ana.page, bia.page]) {
    await page.until(() => textsByFrame(page).flat().length >= 4)
    await page.settle()
    expect(textsByFrame(page)).toEqual([['a1'], ['a2', 'b1', 'a3']])
  }
  expect(ana.page.all('stored').map(({ message }) => message.number)).toEqual([1, 2, 4])
})

test('T47 a repeated id gets the first answer, whatever its text, and is delivered once', async () => {
  const [, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  const id = ana.say(bia, 'uma vez')
  await ana.page.get('stored')
  ana.say(bia, 'uma vez', id)
  ana.say(bia, 'outro texto', id)
  ana.say(caio, 'outra conversa', id)
  await ana.page.until(() => ana.page.all('stored').length === 4)

  const answers = ana.page.all('stored').map(({ message }) => [message.to, message.text])
  expect(answers).toEqual([
    [bia.id, 'uma vez'],
    [bia.id, 'uma vez'],
    [bia.id, 'uma vez'],
    [caio.id, 'outra conversa'],
  ])
  await bia.page.settle()
  expect(bia.page.all('message')).toHaveLength(1)
})

test('T47 the last 256 ids of a conversation are known and no more, in memory and after a sleep', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.write(ana, bia, 300)
  const ids = await runInDurableObject(bar.room, (_, { storage: { sql } }) => {
    // These messages are old enough to leave Ana's pace full.
    sql.exec('UPDATE messages SET created_at = created_at - 600000')
    return sql.exec<{ id: string }>('SELECT id FROM messages ORDER BY number').toArray()
  })
  const idOf = (number: number) => ids[number - 1]?.id ?? ''
  /** Says something under an id that was used before; the number that it stands under. */
  const repeat = async (number: number) => {
    const { length } = ana.page.all('stored')
    ana.say(bia, `de novo ${number}`, idOf(number))
    const { message } = await ana.page.until(() => ana.page.all('stored')[length])
    return `${message.number} ${message.text}`
  }
  for (const [last, isAsleep] of [
    [300, true],
    [301, false],
    [302, true],
    [303, false],
  ] as const) {
    if (isAsleep) await bar.sleep()
    expect(await repeat(last - 255)).toBe(`${last - 255} ${last - 255}`)
    expect(await repeat(last - 256)).toBe(`${last + 1} de novo ${last - 256}`)
    expect(await repeat(last - 256)).toBe(`${last + 1} de novo ${last - 256}`)
  }
  await bia.page.settle()
  expect(bia.page.all('message').map(({ message }) => message.number)).toEqual([301, 302, 303, 304])
})

test('unread is counted by the room, the same after a new connection, and cleared by reading', async () => {
  const [, ana, bia] = await Bar.seated('Ana', 'Bia')
  for (const text of ['um', 'dois', 'três']) await ana.deliver(bia, text)

  const again = await bia.connect()
  expect((await again.get('snapshot')).conversations).toEqual([{ personId: ana.id, unread: 3 }])
  again.send({ type: 'read', personId: ana.id, through: 2 })
  expect(await again.get('read')).toMatchObject({ personId: ana.id, through: 2, unread: 1 })
  again.send({ type: 'read', personId: ana.id, through: 99 })
  expect(await again.get('read', ({ unread }) => unread === 0)).toMatchObject({ through: 3 })
})

test('a first message needs the other online; a conversation that has messages goes on', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bia.store(ana, 'até já')
  await bia.close(CLOSE.pageClosed)
  passTime(TIMINGS.offlineGraceMs)
  const id = ana.say(bia, 'espera!')
  await ana.page.get('stored', ({ message }) => message.id === id)

  const caio = await bar.seat('Caio')
  const refusedId = caio.say(bia, 'oi?')
  expect(await caio.page.get('refused')).toEqual({
    type: 'refused',
    id: refusedId,
    reason: 'person_offline',
  })
})

test('T14 rule 11: a person who is not answered says three messages, and consent is for both and for good', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const stored = (id: string) => ana.page.get('stored', ({ message }) => message.id === id)
  const refused = async (id: string) => {
    const { length } = ana.page.all('refused')
    ana.say(bia, 'e aí?', id)
    return ana.page.until(() => ana.page.all('refused')[length])
  }
  await hearAtOnce(
    bar,
    ['um', 'dois', 'três', 'quatro', 'cinco'].map((text) => [ana, bia, text]),
  )
  await ana.page.until(() => ana.page.all('stored').length === 3)
  expect(ana.page.all('stored').map(({ message }) => message.text)).toEqual(['um', 'dois', 'três'])
  const [fourth = ''] = ana.page.all('refused').flatMap(({ id }) => id ?? [])
  // A page from before this rule knows the reason, and shows it with a way to try again.
  const answer = { type: 'refused', id: fourth, reason: 'rate_limited', detail: 'unanswered' }
  expect(await refused(fourth)).toEqual(answer)
  await bar.sleep()
  expect(await refused(fourth)).toEqual(answer)
  // A stored message gets the same answer again.
  const [{ message: first } = { message: null }] = ana.page.all('stored')
  ana.say(bia, 'um', first?.id)
  await ana.page.until(() => ana.page.all('stored').length === 4)

  await bia.deliver(ana, 'oi!')
  ana.say(bia, 'e aí?', fourth)
  expect((await stored(fourth)).message.number).toBe(5)
  await bar.sleep()
  for (const text of ['seis', 'sete', 'oito', 'nove']) await stored(ana.say(bia, text))
})

/** Returns a page's frames, with names for ids and without times. */
function heard({ page }: Person, people: readonly Person[]): string[] {
  return page.frames.map((frame) => {
    const text = JSON.stringify(frame, (key, value) =>
      /^(?:epoch|createdAt|at|ageMs|token)$/.test(key) ? 0 : value,
    )
    const named = people.reduce((all, { id, name }) => all.replaceAll(id, name), text)
    return named.replaceAll(/[0-9a-f-]{36}/g, 'id')
  })
}

test('rule 11: a folded conversation is silent on every page of who folded it, until they write', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const [first, second] = [bia.page, await bia.connect()]
  ana.say(bia, 'oi')
  await second.get('message')
  second.send({ type: 'fold', personId: ana.id })
  for (const page of [first, second])
    expect(await page.get('folded')).toEqual({ type: 'folded', personId: ana.id })

  for (const isAsleep of [false, true]) {
    if (isAsleep) await bar.sleep()
    const id = ana.say(bia, 'ei')
    for (const page of [first, second]) {
      const silent = await page.get('message', ({ message }) => message.id === id)
      expect(silent).toMatchObject({ unread: 0, folded: true })
    }
  }
  expect(await second.history(ana.id)).toMatchObject({ messages: { length: 3 } })
  const again = await bia.connect()
  expect(await again.get('snapshot')).toMatchObject({ conversations: [], lastLines: [] })

  again.send({ type: 'read', personId: ana.id, through: 3 })
  await again.get('read')
  bia.say(ana, 'desculpa, oi!')
  await again.get('stored')
  expect(await second.get('message', ({ message }) => message.from === bia.id)).not.toHaveProperty(
    'folded',
  )
  const id = ana.say(bia, 'imagina')
  expect(await again.get('message', ({ message }) => message.id === id)).toEqual({
    type: 'message',
    message: expect.anything(),
    unread: 1,
  })
  // An answered conversation is not folded.
  again.send({ type: 'fold', personId: ana.id })
  await bar.sleep()
  const answered = { personId: ana.id, unread: 1, answered: true }
  expect((await bia.look()).conversations).toEqual([answered])
})

test('rule 11: a person who is folded away hears exactly what they would hear otherwise', async () => {
  const play = async (folds: boolean) => {
    const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
    const pages = [ana.page]
    const say = async (text: string) => {
      const { length } = ana.page.frames
      ana.say(bia, text)
      await ana.page.until(() => ana.page.frames.length > length)
    }
    await say('oi')
    await bia.page.get('message')
    if (folds) {
      bia.page.send({ type: 'fold', personId: ana.id })
      await bia.page.get('folded')
    }
    await say('tudo bem?')
    pages.push(await ana.connect())
    for (const text of ['ei', 'alô?']) await say(text)
    await bar.sleep()
    pages.push(await ana.connect())
    await ana.page.settle()
    return pages.map((page) => heard({ ...ana, page } as Person, [ana, bia]))
  }
  expect(await play(true)).toEqual(await play(false))
})

test('rule 11: a conversation that one began, answered or does not have is not folded', async () => {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  ana.say(bia, 'oi')
  ana.say(caio, 'oi')
  await caio.store(ana, 'oi!')
  ana.page.send({ type: 'fold', personId: bia.id })
  caio.page.send({ type: 'fold', personId: ana.id })
  bia.page.send({ type: 'fold', personId: caio.id })
  bia.page.send({ type: 'fold', personId: bia.id })
  bia.page.send({ type: 'fold', personId: crypto.randomUUID() })
  for (const { page } of [ana, bia, caio]) {
    await page.settle()
    expect(page.all('folded')).toEqual([])
  }
  expect(await bar.sql('SELECT 1 FROM sides WHERE is_folded = 1')).toEqual([])
})

test('T4 the sender of a stored message is always the socket’s own person: a frame cannot name one', async () => {
  const [, ana, bia] = await Bar.seated('Ana', 'Bia')
  const frame = { type: 'say', id: crypto.randomUUID(), to: bia.id, text: 'eu?' }
  for (const field of ['from', 'sender', 'senderId', 'sender_profile_id', 'userId', 'personId']) {
    expect(parseMessage(JSON.stringify({ ...frame, [field]: bia.id }))).toBeNull()
  }
  ana.page.send(frame)
  expect((await bia.page.get('message')).message).toMatchObject({ id: frame.id, from: ana.id })
})
