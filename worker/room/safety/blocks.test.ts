import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { RoomEvent } from '#contract/protocol.ts'
import { CLOSE, clientMessageSchema } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { NOBODY } from '#test/client/room-socket.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

/** Bia and Ana have written to each other; Caio has written to both. */
async function anEvening() {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  for (const [from, to] of [
    [bia, ana],
    [ana, bia],
    [caio, ana],
    [caio, bia],
  ] as const) {
    await from.deliver(to, `de ${from.name}`)
  }
  return { bar, ana, bia, caio }
}

/** Pairs each person with the other. */
const eachOf = (one: Person, other: Person): [Person, Person][] => [
  [one, other],
  [other, one],
]

/** Everything that a person can ask the room about another, by name; null for nothing. */
async function look(
  bar: Bar,
  viewer: Person,
  { id, name }: { id: string; name: string },
  { sleeps = false } = {},
) {
  if (sleeps) await bar.sleep()
  const first = await viewer.look()
  const { page } = viewer
  const asked = new Set<string>()
  const ask = async (type: string, about: object) => {
    if (sleeps) await bar.sleep()
    asked.add(type)
    const before = page.frames.length
    // Folding and typing have no answer, so the next frame answers the question for a page.
    page.send({ type, ...about })
    if (type === 'fold' || type === 'typing') page.send({ type: 'page', after: null })
    await page.until(() => page.frames.length > before)
    return page.frames.slice(before)
  }
  const say = { id: crypto.randomUUID(), to: id, text: 'oi' }
  const pages = [
    await ask('page', { after: null }),
    await ask('page', { after: { id, online: true } }),
  ].map((frames) => JSON.stringify(frames))
  const [search, find, [read]] = [
    await ask('search', { text: name }),
    await ask('find', { personId: id }),
    await ask('read', { personId: id, through: 9 }),
  ]
  const said = [await ask('say', say), await ask('say', say)].map((frames) =>
    frames.map((frame) => (frame.type === 'refused' ? frame.reason : frame.type)),
  )
  const [history] = await ask('history', { personId: id })
  const folded = await ask('fold', { personId: id })
  const typed = await ask('typing', { personId: id })
  if (sleeps) await bar.sleep()
  const data = await bar.room.ownData(viewer.visit)
  return {
    snapshot: first.people.some((one) => one.id === id),
    newcomers: first.newcomers.some(({ personId }) => personId === id),
    conversation: first.conversations.find(({ personId }) => personId === id) ?? null,
    page: pages[0]?.includes(id),
    // A cursor whose person is gone is answered with the first page.
    cursor: pages[0] !== pages[1],
    found: [search, find].map(([found]) => found?.type === 'found' && found.people.length),
    read: read?.type === 'read' && [read.through, read.unread],
    said,
    fold: JSON.stringify(folded).includes(id),
    typing: JSON.stringify(typed).includes(id),
    asked: [...asked].sort(),
    history: history?.type === 'refused' ? history.reason : history?.type,
    ownData: data.ok && data.data.conversations.filter((one) => one.with === name).length,
  }
}

/** All client messages that can name a person. */
const ASKED = clientMessageSchema.options
  .map(({ entries }) => entries.type.literal)
  .filter((type) => !['confirm', 'hidden', 'visible'].includes(type))
  .sort()

const NOTHING = {
  snapshot: false,
  newcomers: false,
  conversation: null,
  page: false,
  cursor: false,
  found: [0, 0],
  read: [0, 0],
  ownData: 0,
  fold: false,
  typing: false,
  asked: ASKED,
  said: [['person_not_found'], ['person_not_found']],
  history: 'person_not_found',
}

test('T57 T13 neither side of a block finds or reaches the other in any way; a third person finds both', async () => {
  const { bar, ana, bia, caio } = await anEvening()
  expect(await bar.room.block(bia.visit, ana.id)).toEqual({ ok: true })
  expect(await look(bar, caio, { id: NOBODY, name: 'Ninguém' })).toEqual(NOTHING)
  for (const sleeps of [false, true]) {
    for (const [viewer, other] of eachOf(ana, bia)) {
      expect(await look(bar, viewer, other, { sleeps })).toEqual(NOTHING)
    }
    for (const other of [ana, bia]) {
      expect(await look(bar, caio, other)).toMatchObject({
        snapshot: true,
        newcomers: true,
        conversation: {},
        page: true,
        found: [1, 1],
        said: [['stored'], ['stored']],
        history: 'history',
        ownData: 1,
      })
    }
    // The totals are the bar's.
    for (const one of [ana, bia, caio]) {
      expect(one.page.all('snapshot').at(-1)).toMatchObject({ total: 3, online: 3 })
    }
  }
})

test('T57 both pages get the same end of the conversation at once, and a third page gets nothing', async () => {
  const { bar, ana, bia, caio } = await anEvening()
  const second = ana.page
  await ana.connect()
  const before = caio.page.frames.length
  await bar.room.block(bia.visit, ana.id)
  for (const page of [ana.page, second]) {
    expect(await page.get('conversationEnded')).toEqual({
      type: 'conversationEnded',
      personId: bia.id,
    })
  }
  expect(await bia.page.get('conversationEnded')).toEqual({
    type: 'conversationEnded',
    personId: ana.id,
  })
  await caio.page.settle()
  expect(caio.page.frames.slice(before).map(({ type }) => type)).toEqual(['read'])
  // The first frame tells a page that was away.
  expect((await ana.look()).endedWith).toEqual([bia.id])
})

test('T66 a block without a conversation sends the blocked person nothing, nor does its end', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const { place } = ana
  await bar.room.edit(bia.visit, { table: '8' })
  await ana.page.event('changed')
  const before = ana.page.frames.length
  await bar.room.block(bia.visit, ana.id)
  expect(await bia.page.get('conversationEnded')).toMatchObject({ personId: ana.id })
  await bar.room.unblock(bia.visit, ana.id)
  await bar.room.block(bia.visit, ana.id)
  await ana.page.settle()
  expect(ana.page.frames.slice(before).map(({ type }) => type)).toEqual(['read'])
  // A page that was away resumes as it does without a block, and is not told that one was made before.
  const resumed = await (await ana.connect(place)).get('resumed')
  expect(resumed).not.toHaveProperty('endedWith')
  expect(resumed.events).toEqual([])
  expect(await ana.look()).not.toHaveProperty('endedWith')
  // Blocking back is an ordinary block.
  await bar.room.block(ana.visit, bia.id)
  expect(await ana.page.get('conversationEnded')).toMatchObject({ personId: bia.id })
  expect(bia.page.all('conversationEnded')).toHaveLength(2)
})

test('T66 a profile that is made after a block is not told that a conversation ended', async () => {
  const { bar, ana, bia } = await anEvening()
  await bar.room.block(bia.visit, ana.id)
  passTime(1)
  const next = await bar.admit('Ana 2', { mark: ana.mark })
  expect(await next.look()).not.toHaveProperty('endedWith')
  expect((await ana.look()).endedWith).toEqual([bia.id])
})

const namesIn = (events: readonly RoomEvent[]) =>
  events.map((event) => ('person' in event ? `${event.kind} ${event.person.name}` : event.kind))

test('T57 T66 no event tells one side of the other or leaves a gap, and all others share one frame', async () => {
  const { bar, ana, bia, caio } = await anEvening()
  const davi = await bar.seat('Davi')
  await bar.room.block(bia.visit, ana.id)
  const seen = [ana, caio, davi].map(({ page }) => ({ page, at: page.all('events').length }))
  await bar.room.edit(bia.visit, { table: '9' })
  await bia.close(CLOSE.pageClosed)
  await bar.ringAfter(TIMINGS.offlineGraceMs)
  await bia.connect()
  const again = new Person(bar, 'Bia de novo')
  await bar.enter(again, { mark: bia.mark })
  await bar.room.edit(caio.visit, { table: '10' })
  await bar.leave(bia)
  await caio.page.event('left')
  const last = caio.page.all('events').at(-1)?.number
  await davi.page.until(() => davi.page.all('events').at(-1)?.number === last)
  await ana.page.settle()
  const [ofAna, ofCaio, ofDavi] = seen.map(({ page, at }) => page.all('events').slice(at))
  expect(namesIn(ofCaio?.flatMap(({ events }) => events) ?? [])).toEqual([
    'changed Bia',
    'presence Bia',
    'presence Bia',
    'entered Bia de novo',
    'changed Caio',
    'left',
  ])
  expect(ofDavi).toEqual(ofCaio)
  // A frame without an event that she may see does not come at all. The next one has the bar's totals.
  expect(namesIn(ofAna?.flatMap(({ events }) => events) ?? [])).toEqual(['changed Caio'])
  const edited = ofCaio?.find(({ events }) => JSON.stringify(events).includes('"10"'))
  expect(ofAna).toEqual([edited])
  const told = JSON.stringify(ofAna)
  for (const word of [bia.id, again.id, 'Bia']) expect(told).not.toContain(word)
  expect(told).toContain('Caio')
})

test('T57 rule 3: a page resumes without a blocked person, or by a snapshot if the block came meanwhile', async () => {
  const { bar, ana, bia, caio } = await anEvening()
  const early = ana.place
  await bar.room.edit(bia.visit, { table: '8' })
  await bar.room.block(bia.visit, ana.id)
  await (await ana.connect(early)).get('snapshot')
  await bar.room.edit(bia.visit, { table: '9' })
  await bar.room.edit(caio.visit, { table: '9' })
  await ana.page.until(() => ana.page.all('events').length > 0)
  const { place } = ana
  await ana.close()
  await bar.room.edit(bia.visit, { table: '10' })
  const { events, endedWith } = await (await ana.connect(place)).get('resumed')
  expect(events).toEqual([])
  expect(endedWith).toEqual([bia.id])
  await bar.room.unblock(bia.visit, ana.id)
  const { people } = await (await ana.connect(ana.place)).get('snapshot')
  expect(people.map(({ name }) => name).sort()).toEqual(['Bia', 'Caio'])
})

test('T57 T13 a block holds for the next profiles of both browsers, through sleep, and for phones', async () => {
  const { bar, ana, bia } = await anEvening()
  const olds = await bar.admit('Outra aba de Ana', { mark: ana.mark })
  await bar.room.block(bia.visit, ana.id)
  await bar.leave(bia)
  await bar.sleep()
  const phone = '+5511987654321'
  const nextBia = await bar.admit('Bia 2', { mark: bia.mark })
  const byKey = await bar.admit('Ana 3', { device: ana.device })
  // A mark that is too old for anything else is kept for its block.
  const byOldMark = await bar.admit('Ana 4', { mark: { ...ana.mark, text: null } })
  for (const one of [ana, olds, byKey, byOldMark]) {
    await bar.sleep()
    expect(await look(bar, one, nextBia)).toEqual(NOTHING)
    expect(await look(bar, nextBia, one)).toEqual(NOTHING)
  }
  expect(await bar.room.blocks(nextBia.visit)).toMatchObject({
    blocks: [{ personId: ana.id, name: 'Ana' }],
  })
  await bar.admit('Bia 3', { mark: bia.mark, phone })
  passTime(TIMINGS.offlineGraceMs + 1)
  const { entered } = await bar.admit('Ana 5', { mark: ana.mark, phone })
  expect(entered.recovered).toBeNull()
  expect((await bar.admit('Caio 2', { phone })).entered.recovered).toBe('phone')
})

test('T57 a request that is repeated after its visit gets a new id, and the next block binds it', async () => {
  const { bar, ana, bia } = await anEvening()
  await bar.room.block(ana.visit, bia.id)
  await bar.leave(bia)
  // Their browser shows neither key nor mark.
  const again = new Person(bar, 'Bia', bia.attempt)
  await bar.enter(again)
  expect(await bar.room.block(ana.visit, again.id)).toEqual({ ok: true })
  expect(await look(bar, again, ana)).toEqual(NOTHING)
  expect(await look(bar, ana, again)).toEqual(NOTHING)
})

test('T57 B5 a block writes two rows, and both people see each other again once every block is undone', async () => {
  const { bar, ana, bia } = await anEvening()
  const countRows = async () => (await bar.sql('SELECT 1 FROM blocks')).length
  for (const _ of ['once', 'repeated']) {
    await bar.room.block(bia.visit, ana.id)
    expect(await countRows()).toBe(2)
  }
  await bar.room.block(ana.visit, bia.id)
  expect(await bar.room.unblock(bia.visit, ana.id)).toEqual({ ok: true })
  expect(await bar.room.unblock(bia.visit, ana.id)).toEqual({ ok: false, code: 'person_not_found' })
  expect(await look(bar, bia, ana)).toEqual(NOTHING)
  expect(await look(bar, ana, bia)).toEqual(NOTHING)
  expect(await bar.room.unblock(ana.visit, bia.id)).toEqual({ ok: true })
  expect(await countRows()).toBe(0)
  for (const [one, other] of eachOf(ana, bia)) {
    expect(await one.page.get('conversations')).toMatchObject({
      conversations: [{ personId: other.id }],
      people: [{ id: other.id, online: true }],
    })
    expect(await look(bar, one, other)).toMatchObject({
      found: [1, 1],
      said: [['stored'], ['stored']],
      ownData: 1,
    })
  }
})

test('T57 an answer never tells the blocked side whether the other is still here', async () => {
  const ask = async (isHere: boolean) => {
    const { bar, ana, bia } = await anEvening()
    await bar.room.block(bia.visit, ana.id)
    if (!isHere) await bar.leave(bia)
    const blocked = await bar.room.block(ana.visit, bia.id)
    const list = await bar.room.blocks(ana.visit)
    const { endedWith } = await ana.look()
    const undone = await bar.room.unblock(ana.visit, bia.id)
    const names = list.ok && list.blocks.map(({ name }) => name)
    return { blocked, names, ended: endedWith?.length, undone }
  }
  expect(await ask(true)).toEqual({
    blocked: { ok: true },
    names: ['Bia'],
    ended: 1,
    undone: { ok: true },
  })
  expect(await ask(false)).toEqual(await ask(true))
})

test('T57 a person cannot block themselves, a person who is not here, or more than a hundred people', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  const own = await bar.admit('Ana 2', { mark: ana.mark })
  for (const id of [ana.id, own.id, NOBODY]) {
    expect(await bar.room.block(ana.visit, id)).toEqual({ ok: false, code: 'person_not_found' })
  }
  const others = await bar.crowd(LIMITS.blocks + 1)
  const answers: string[] = []
  for (const { id } of others) {
    passTime(2_000)
    const answer = await bar.room.block(ana.visit, id)
    answers.push(answer.ok ? 'blocked' : answer.code)
  }
  expect(answers).toEqual([...Array(LIMITS.blocks).fill('blocked'), 'too_many_blocks'])
  // Repeated, it is the block that there is.
  expect(await bar.room.block(ana.visit, others[0]?.id ?? '')).toEqual({ ok: true })
  const flood = await Promise.all(others.map(({ id }) => bar.room.block(ana.visit, id)))
  expect(flood.at(-1)).toEqual({ ok: false, code: 'rate_limited' })
})

test('T57 a block ends sixteen hours after it was made, and the empty room is erased with the last one', async () => {
  const [bar, ana, bia] = await Bar.admitted('Ana', 'Bia')
  await bar.room.block(bia.visit, ana.id)
  for (const one of [ana, bia]) await bar.leave(one)
  await bar.sleep()
  await bar.ring()
  expect(await bar.tables()).toContain('blocks')
  const again = await bar.admit('Ana 2', { mark: ana.mark })
  await age(bar, TIMINGS.blockMs - 60_000)
  await bar.ring()
  const other = await bar.admit('Bia 2', { mark: bia.mark })
  await again.connect()
  expect(await look(bar, again, other)).toEqual(NOTHING)
  await age(bar, 61_000)
  await bar.ring()
  expect(await look(bar, again, other)).toMatchObject({
    found: [1, 1],
    said: [['stored'], ['stored']],
  })
  for (const one of [again, other]) await bar.leave(one)
  await bar.erased()
  expect(await bar.alarm()).toBeNull()
})

test('T57 T13 nothing passes between two people after a block, in any order of simultaneous acts', async () => {
  const acts = ['say', 'block', 'edit', 'leave', 'enter', 'sleep'] as const
  const moment = fc.array(fc.tuple(fc.constantFrom(...acts), fc.boolean()), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(moment, moment, async (before, after) => {
      const { bar, ana, bia } = await anEvening()
      const act = async ([what, byAna]: readonly [(typeof acts)[number], boolean]) => {
        const [one, other] = byAna ? [ana, bia] : [bia, ana]
        if (what === 'say' && !one.page.closed) one.say(other, `em ${what}`)
        if (what === 'block') await bar.room.block(one.visit, other.id)
        if (what === 'edit') await bar.room.edit(one.visit, { table: '5' })
        if (what === 'leave') await bar.leave(one)
        if (what === 'enter') await bar.enter(new Person(bar, one.name), { mark: one.mark })
        if (what === 'sleep') await bar.sleep()
      }
      const early = before.filter(([what]) => what !== 'leave' && what !== 'sleep').map(act)
      await Promise.all([...early, bar.room.block(bia.visit, ana.id)])
      for (const { page } of [ana, bia]) {
        await page.until(() => page.all('conversationEnded').length > 0)
      }
      for (const one of after) await act(one)
      await bar.room.countedHours()
      for (const [{ page }, other] of eachOf(ana, bia)) {
        if (!page.closed) await page.settle()
        const at = page.frames.findIndex(({ type }) => type === 'conversationEnded')
        const own = ['stored', 'refused', 'read', 'conversationEnded']
        const told = page.frames.slice(at + 1).filter(({ type }) => !own.includes(type))
        expect(JSON.stringify(told)).not.toContain(other.id)
      }
    }),
    { numRuns: runs(15, 400) },
  )
})

async function age(bar: Bar, byMs: number): Promise<void> {
  await bar.sql('UPDATE blocks SET blocked_at = blocked_at - ?', byMs)
}
