import { beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/durations.ts'
import type { HelpKind } from '#contract/help.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { sectionOf } from '#test/worker/board-client.ts'
import type { EnterOptions, Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { NoticeSender } from '#worker/notices/notice-sender.ts'

beforeEach(stopClock)

/** Everybody in a bar shares one address. */
const HERE: EnterOptions = { network: 'network of the bar' }

function call(bar: Bar, person: Person, kind?: HelpKind): Promise<string> {
  passTime(1_000)
  return callNow(bar, person, kind)
}

async function callNow(bar: Bar, person: Person, kind: HelpKind = 'harassed'): Promise<string> {
  const id = crypto.randomUUID()
  expect(await bar.room.callHelp(person.visit, { id, kind })).toMatchObject({ ok: true })
  return id
}

/** The first frame of a board that opens now. */
async function callsOf(bar: Bar) {
  const [first] = (await sectionOf(bar)).all('people')
  return first?.help ?? []
}

const drawn = async (bar: Bar) =>
  (await callsOf(bar)).map(
    ({ name, rank, isFolded }) => `${name} ${rank}${isFolded ? ' line' : ''}`,
  )

test('T68 sixty calls of fresh profiles leave a known person on top, last to call and of their network', async () => {
  const bar = await Bar.open()
  const ana = await bar.seat('Ana', HERE)
  passTime(TIMINGS.newcomerMs + 1)
  const crowd = new Map<Person, string>()
  for (let number = 0; number < LIMITS.profilesBurstPerNetwork; number += 1) {
    const enter = number % 2 ? bar.seat : bar.admit
    const person = await enter.call(bar, `Pessoa ${number}`, HERE)
    crowd.set(person, await call(bar, person, 'unwell'))
    if (number % 20 === 0) await bar.sleep()
  }
  const own = await call(bar, ana)
  await bar.sleep()
  const calls = await callsOf(bar)
  expect(calls.map(({ name }) => name).slice(0, 5)).toEqual([
    'Ana',
    'Pessoa 1',
    'Pessoa 3',
    'Pessoa 5',
    'Pessoa 7',
  ])
  expect(calls.filter(({ isFolded }) => !isFolded).map(({ rank }) => rank)).toEqual([
    'known',
    ...Array(3).fill('new'),
    ...Array(3).fill('unjoined'),
  ])

  const board = await sectionOf(bar)
  // More than the page of the staff ever sends.
  for (let round = 0; round < 100; round += 1) {
    board.send({ type: 'helpShown', ids: [own, ...crowd.values()], rings: true })
  }
  await seen(() => ana.page.all('help').at(-1)?.help?.isSeen)
  await seen(() => board.all('helpSeen').length > 0)
  expect(board.all('helpSeen').map(({ ids }) => ids.length)).toEqual([calls.length])
  await bar.sleep()
  for (const [person, id] of crowd) {
    expect(await bar.room.answerHelp(person.id, id, 'coming', null)).toMatchObject({
      help: { id, state: 'coming' },
    })
    expect(await bar.room.answerHelp(person.id, id, 'resolved', null)).toEqual({
      ok: true,
      help: null,
    })
  }
  expect(await callsOf(bar)).toMatchObject([{ id: own, state: 'open', isSeen: true }])
  expect(ana.page.all('help').map(({ help }) => help?.state)).toEqual(['open', 'open'])
  expect(board.closed).toBeNull()
})

test('T68 within a rank an open call stands above an answered one, then "Passei mal", then the oldest', async () => {
  const [bar, ana, bia, caio, davi] = await Bar.seated('Ana', 'Bia', 'Caio', 'Davi')
  passTime(TIMINGS.newcomerMs + 1)
  const first = await call(bar, ana, 'unwell')
  for (const person of [bia, caio]) {
    await call(bar, person)
  }
  await call(bar, davi, 'unwell')
  await bar.room.answerHelp(ana.id, first, 'coming', null)
  expect((await callsOf(bar)).map(({ name }) => name)).toEqual(['Davi', 'Bia', 'Caio', 'Ana'])
})

test('T68 the first three calls of newcomers of a network get cards, and an answer frees one for the next call', async () => {
  const bar = await Bar.open()
  const [ana, bia, caio, davi, eva, fabi] = await Promise.all(
    ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Fabi'].map((name) => bar.seat(name, HERE)),
  )
  const gil = await bar.seat('Gil', { network: 'another network' })
  if (!ana || !bia || !caio || !davi || !eva || !fabi) throw new Error('nobody')
  const ids = new Map<Person, string>()
  for (const person of [ana, bia, caio, davi, gil]) {
    ids.set(person, await call(bar, person))
    await bar.sleep()
  }
  const before = ['Ana new', 'Bia new', 'Caio new', 'Gil new', 'Davi new line']
  expect(await drawn(bar)).toEqual(before)
  // A call that is answered, or withdrawn, keeps its card until the staff close it.
  await bar.room.answerHelp(ana.id, ids.get(ana) ?? '', 'coming', null)
  await bar.room.withdrawHelp(bia.visit, ids.get(bia) ?? '')
  await call(bar, eva)
  await bar.room.answerHelp(caio.id, ids.get(caio) ?? '', 'resolved', null)
  await call(bar, fabi)
  expect(await drawn(bar)).toEqual([
    'Gil new',
    'Fabi new',
    'Ana new',
    'Bia new',
    'Davi new line',
    'Eva new line',
  ])
})

test('T68 the call that has waited longest in a line gets the card of a visit that has ended', async () => {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.seat('Ana', HERE), await bar.seat('Bia', HERE)]
  const others = [await bar.seat('Caio', HERE), await bar.seat('Davi', HERE)]
  const eva = await bar.seat('Eva', HERE)
  const board = await sectionOf(bar)
  for (const person of [ana, bia, ...others, eva]) await call(bar, person)
  await bar.sleep()
  await bar.leave(eva)
  await bar.leave(bia)
  await seen(() => board.all('help').some(({ help }) => help.name === 'Davi' && !help.isFolded))
  expect(await drawn(bar)).toEqual(['Ana new', 'Caio new', 'Davi new'])
})

test('T68 waiting raises no call, a conversation with somebody known and a socket do', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const caio = await bar.admit('Caio')
  const board = await sectionOf(bar)
  for (const person of [ana, caio]) await call(bar, person)
  expect(await drawn(bar)).toEqual(['Ana new', 'Caio unjoined'])
  await bar.sleep()
  await caio.connect()
  await seen(() => board.all('help').at(-1)?.help.rank === 'new')
  expect(await drawn(bar)).toEqual(['Ana new', 'Caio new'])
  passTime(TIMINGS.newcomerMs + 1)
  expect(await drawn(bar)).toEqual(['Ana new', 'Caio new'])

  const [davi, eva] = [await bar.seat('Davi'), await bar.seat('Eva')]
  await bia.connect()
  await davi.deliver(bia, 'oi')
  await eva.deliver(bia, 'oi')
  await call(bar, davi)
  await bia.deliver(eva, 'oi!')
  await bar.sleep()
  await call(bar, eva)
  await call(bar, bia)
  expect(await drawn(bar)).toEqual(['Eva known', 'Bia known', 'Ana new', 'Caio new', 'Davi new'])
})

test('T68 newcomers who answer each other stay newcomers', async () => {
  const bar = await Bar.open()
  const crowd: Person[] = []
  while (crowd.length < 6) crowd.push(await bar.seat(`Pessoa ${crowd.length}`, HERE))
  for (const [at, person] of crowd.entries()) {
    const other = crowd[at ^ 1]
    if (other) await person.deliver(other, 'oi')
  }
  for (const person of crowd) await call(bar, person, 'unwell')
  const gil = await bar.seat('Gil', { network: 'another network' })
  await bar.sleep()
  await call(bar, gil, 'unwell')
  expect(await drawn(bar)).toEqual([
    'Pessoa 0 new',
    'Pessoa 1 new',
    'Pessoa 2 new',
    'Gil new',
    'Pessoa 3 new line',
    'Pessoa 4 new line',
    'Pessoa 5 new line',
  ])
})

/** Waits until phones of the staff have rung so often in all. */
function watchRings(): (times: number) => Promise<unknown> {
  const notifyStaff = vi.spyOn(NoticeSender.prototype, 'notifyStaff').mockResolvedValue()
  return async (times) => {
    await seen(() => notifyStaff.mock.calls.length >= times)
    expect(notifyStaff).toHaveBeenCalledTimes(times)
  }
}

/** Lets a second pass, with the alarm if it is due. */
async function nextSecond(bar: Bar): Promise<void> {
  passTime(1_000)
  if (((await bar.alarm()) ?? Infinity) <= Date.now()) await bar.ring()
}

test('T61 sixty calls of fresh profiles and their reminders ring phones once a minute', async () => {
  const bar = await Bar.open()
  const ana = await bar.seat('Ana', HERE)
  passTime(TIMINGS.newcomerMs + 1)
  const rung = watchRings()
  const rings = new Map([
    [1, 1],
    [60, 1],
    [61, 2],
    [120, 2],
    // Nobody has answered the first ones, then the others.
    [121, 3],
    [180, 3],
    [181, 4],
    [300, 4],
  ])
  for (let second = 1; second <= 300; second += 1) {
    const enter = second % 2 ? bar.seat : bar.admit
    const person = second <= 60 && (await enter.call(bar, `Pessoa ${second}`, HERE))
    await nextSecond(bar)
    if (person) await callNow(bar, person)
    if (second % 20 === 0) await bar.sleep()
    const times = rings.get(second)
    if (times !== undefined) await rung(times)
  }
  await callNow(bar, await bar.admit('Pessoa 61', HERE))
  await rung(5)
  // A call of somebody known waits for nobody.
  await callNow(bar, ana)
  await rung(6)
})

test('T61 a newcomer’s call in the minute after a ring rings at its end, also asleep', async () => {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  const rung = watchRings()
  await callNow(bar, ana)
  await rung(1)
  const withdrawn = await callNow(bar, bia)
  await bar.room.withdrawHelp(bia.visit, withdrawn)
  await bar.sleep()
  await bar.ringAfter(TIMINGS.newcomersRingEveryMs - 1)
  await bar.ringAfter(1)
  // Nobody was left who waited, so the next call is a first one.
  await rung(1)
  await callNow(bar, bia)
  await rung(2)

  await callNow(bar, caio)
  await bar.sleep()
  expect(await bar.alarm()).toBeLessThanOrEqual(Date.now() + TIMINGS.newcomersRingEveryMs)
  await bar.ringAfter(TIMINGS.newcomersRingEveryMs - 1)
  await rung(2)
  await bar.sleep()
  await bar.ringAfter(1)
  await rung(3)
})

test('T61 a waiting call rings with the next one where the alarm is late or the clock went back', async () => {
  const [bar, ana, bia, caio, davi] = await Bar.seated('Ana', 'Bia', 'Caio', 'Davi')
  const rung = watchRings()
  for (const person of [ana, bia]) await callNow(bar, person)
  await rung(1)
  const waiting = () =>
    bar.sql('SELECT person_id AS id FROM help_calls WHERE staff_notified_at = 0')
  expect(await waiting()).toEqual([{ id: bia.id }])
  passTime(TIMINGS.newcomersRingEveryMs + 1)
  await callNow(bar, caio)
  await rung(2)
  expect(await waiting()).toEqual([{ id: caio.id }])
  passTime(-HOUR_MS)
  await callNow(bar, davi)
  await rung(3)
  expect(await waiting()).toEqual([{ id: davi.id }])
})

test('T68 a /48 gets the cards of four networks', async () => {
  const bar = await Bar.open()
  for (let number = 0; number < 15; number += 1) {
    const from = { network: `network ${number}`, wideNetwork: 'a wide network' }
    await call(bar, await bar.seat(`Pessoa ${number}`, from))
  }
  const folded = (await callsOf(bar)).filter(({ isFolded }) => isFolded)
  expect(folded.map(({ name }) => name)).toEqual(['Pessoa 12', 'Pessoa 13', 'Pessoa 14'])
})
