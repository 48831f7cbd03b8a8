import { beforeEach, expect, test, vi } from 'vitest'
import type { HelpAnswer, HelpKind } from '#contract/help.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { sectionOf } from '#test/worker/board-client.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { NoticeSender } from '#worker/notices/notice-sender.ts'

beforeEach(stopClock)

const PHONE = '+5511987654321'

const call = (bar: Bar, person: Person, id = crypto.randomUUID(), kind: HelpKind = 'harassed') =>
  bar.room.callHelp(person.visit, { id, kind })

/** The frame with which a board confirms that it shows a call. */
const shown = (id: string, rings = true) => ({ type: 'helpShown', ids: [id], rings })

const answer = (
  bar: Bar,
  person: Person,
  id: string,
  said: HelpAnswer,
  helper: string | null = null,
) => bar.room.answerHelp(person.id, id, said, helper)

/** Reads the call from the first frame of a new page. */
const helpOf = async (person: Person) => (await person.look()).help

/** The room has read all that was sent to it. */
async function settled(person: Person): Promise<void> {
  await scheduler.wait(20)
  await person.page.settle()
}

const rowsOf = async (bar: Bar) => (await bar.sql('SELECT 1 FROM help_calls')).length

test('T57 a call counts as seen once a visible, ringing board has answered for this very call', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const board = await sectionOf(bar)
  const [before, id] = [crypto.randomUUID(), crypto.randomUUID()]
  await call(bar, ana, before)
  await bar.room.withdrawHelp(ana.visit, before)
  expect(await call(bar, ana, id, 'unwell')).toEqual({
    ok: true,
    help: { id, kind: 'unwell', state: 'open', isSeen: false, ageMs: 0 },
  })
  await seen(() => board.all('help').length > 2)
  expect(board.all('help').at(-1)).toMatchObject({
    help: { id, kind: 'unwell', state: 'open', personId: ana.id, name: 'Ana', table: '7' },
  })
  for (const wrong of [before, crypto.randomUUID(), bia.id]) board.send(shown(wrong))
  await settled(ana)
  expect(await helpOf(ana)).toMatchObject({ id, isSeen: false })
  expect(bia.page.all('help')).toEqual([])
  board.send(shown(id))
  await seen(() => ana.page.all('help').at(-1)?.help?.isSeen)
  await bar.room.withdrawHelp(ana.visit, id)
  board.send(shown(id))
  await settled(ana)
  expect(await helpOf(ana)).toBeUndefined()
})

test.each([
  ['a board without sound', true, [false]],
  ['a board whose socket is open and whose page is dead or hidden', true, []],
  ['no board', false, []],
])(
  'T57 with %s nobody has seen the call; it rings on the next board',
  async (_, isOpen, answers) => {
    const [bar, ana] = await Bar.seated('Ana')
    const board = isOpen && (await sectionOf(bar))
    const id = crypto.randomUUID()
    await call(bar, ana, id)
    if (board) await seen(() => board.all('help').length > 0)
    for (const rings of answers) if (board) board.send(shown(id, rings))
    await settled(ana)
    expect(ana.page.all('help').map(({ help }) => help?.isSeen)).toEqual([false])

    passTime(60_000)
    const next = await sectionOf(bar)
    expect(next.all('people')[0]?.help).toMatchObject([{ id, state: 'open', ageMs: 60_000 }])
    next.send(shown(id))
    await seen(() => ana.page.all('help').at(-1)?.help?.isSeen)
  },
)

test('T57 from the call to its end, asleep between every two steps', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  const [board, other] = [await sectionOf(bar), await sectionOf(bar)]
  const id = crypto.randomUUID()
  const step = async (act: () => unknown) => {
    await bar.sleep()
    await act()
    await bar.sleep()
  }
  await step(() => call(bar, ana, id))
  await step(() => board.send(shown(id)))
  await seen(() => ana.page.all('help').at(-1)?.help?.isSeen)
  expect(await helpOf(ana)).toMatchObject({ id, state: 'open', isSeen: true })

  await step(() => answer(bar, ana, id, 'coming'))
  await seen(() => ana.page.all('help').at(-1)?.help?.state === 'coming')
  for (const one of [board, other]) {
    await seen(() => one.all('help').at(-1)?.help.state === 'coming')
  }
  // The other board pressed too.
  await step(() => answer(bar, ana, id, 'coming'))
  expect(await helpOf(ana)).toMatchObject({ id, state: 'coming' })

  await step(() => answer(bar, ana, id, 'resolved'))
  await seen(() => ana.page.all('help').at(-1)?.help?.state === 'resolved')
  for (const one of [board, other]) {
    await seen(() => one.all('helpEnded').length > 0)
    expect(one.all('help').map(({ help }) => help.state)).toEqual(['open', 'coming'])
  }
  expect(await answer(bar, ana, id, 'coming')).toEqual({ ok: true, help: null })
  expect(await helpOf(ana)).toMatchObject({ id, state: 'resolved' })
  expect((await sectionOf(bar)).all('people')[0]?.help).toEqual([])
  // Read: nothing of it is left.
  await step(() => bar.room.withdrawHelp(ana.visit, id))
  expect(await helpOf(ana)).toBeUndefined()
  expect(await rowsOf(bar)).toBe(0)
})

test('T57 repeated presses make one call, and the staff see a withdrawn call until they close it', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  const board = await sectionOf(bar)
  const before = crypto.randomUUID()
  for (const again of [before, before, crypto.randomUUID()]) {
    expect(await call(bar, ana, again)).toMatchObject({ help: { id: before, kind: 'harassed' } })
  }
  await call(bar, ana, crypto.randomUUID(), 'unwell')
  await settled(ana)
  expect(board.all('help')).toHaveLength(1)
  expect(await rowsOf(bar)).toBe(1)
  // The repeat of a call that is over comes late.
  await answer(bar, ana, before, 'resolved')
  expect(await call(bar, ana, before)).toMatchObject({ help: { id: before, state: 'resolved' } })

  const id = crypto.randomUUID()
  expect(await call(bar, ana, id)).toMatchObject({ help: { id, state: 'open' } })
  expect(await rowsOf(bar)).toBe(1)
  expect(await bar.room.withdrawHelp(ana.visit, id)).toEqual({ ok: true, help: null })
  await seen(() => board.all('help').at(-1)?.help.state === 'withdrawn')
  expect(ana.page.all('help').at(-1)?.help).toBeNull()
  expect((await sectionOf(bar)).all('people')[0]?.help).toMatchObject([{ id, state: 'withdrawn' }])
  expect(await answer(bar, ana, id, 'coming')).toMatchObject({ help: { state: 'withdrawn' } })
  await answer(bar, ana, id, 'resolved')
  await seen(() => board.all('helpEnded').length > 1)
  expect(await rowsOf(bar)).toBe(0)
  expect(await answer(bar, ana, id, 'resolved')).toEqual({ ok: false, code: 'not_found' })
})

test('T57 an unanswered call notifies the staff’s phones again after ninety seconds, also asleep', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  passTime(TIMINGS.newcomerMs + 1)
  const notifyStaff = vi.spyOn(NoticeSender.prototype, 'notifyStaff').mockResolvedValue()
  const notified = (times: number) => seen(() => notifyStaff.mock.calls.length === times)
  const begin = Date.now()
  const since = async () => {
    const rows = await bar.sql<{ at: number }>('SELECT staff_notified_at AS at FROM help_calls')
    return rows.map(({ at }) => at - begin)
  }
  const [first, answered] = [crypto.randomUUID(), crypto.randomUUID()]
  await call(bar, ana, first)
  await notified(1)
  expect(notifyStaff.mock.lastCall).toEqual([bar.barId, 'help', { id: first, personId: ana.id }])
  await call(bar, bia, answered)
  await notified(2)
  // A button for one of two calls would name neither.
  expect(notifyStaff.mock.lastCall).toEqual([bar.barId, 'help', null])
  await answer(bar, bia, answered, 'coming')
  await bar.sleep()
  expect(await bar.alarm()).toBeLessThanOrEqual(begin + TIMINGS.helpUnansweredMs)
  await bar.ringAfter(TIMINGS.helpUnansweredMs - 1)
  expect(await since()).toEqual([0, 0])
  await bar.sleep()
  await bar.ringAfter(1)
  await notified(3)
  expect(notifyStaff.mock.lastCall).toEqual([bar.barId, 'help', { id: first, personId: ana.id }])
  expect((await since()).toSorted()).toEqual([0, TIMINGS.helpUnansweredMs])
  await bar.sleep()
  await bar.ringAfter(TIMINGS.helpUnansweredMs)
  expect(await since()).not.toContain(2 * TIMINGS.helpUnansweredMs)

  // Repeated at once, it notifies nobody; unanswered, it does.
  await bar.room.withdrawHelp(ana.visit, first)
  await call(bar, ana)
  await bar.ringAfter(TIMINGS.helpUnansweredMs)
  await notified(4)
})

test('T57 endless calls and withdrawals are throttled like any change', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  let calls = 0
  for (; calls <= LIMITS.changesBurst; calls += 1) {
    const id = crypto.randomUUID()
    if (!(await call(bar, ana, id)).ok) break
    await bar.room.withdrawHelp(ana.visit, id)
  }
  expect(calls).toBe(LIMITS.changesBurst / 2)
})

test('T57 a call ends with the visit, and a table that was changed meanwhile reaches the boards', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const board = await sectionOf(bar)
  const id = crypto.randomUUID()
  await call(bar, ana, id)
  await bar.room.edit(ana.visit, { table: '12', phone: PHONE })
  await seen(() => board.all('help').at(-1)?.help.table === '12')
  const { device } = ana
  await bar.enter(new Person(bar, 'Ana'), { phone: PHONE, device })
  await seen(() => board.all('help').at(-1)?.help.table === '7')
  await bar.leave(ana)
  await seen(() => board.all('helpEnded').length > 0)
  expect(board.all('helpEnded')).toMatchObject([{ personId: ana.id, id, why: 'visitEnded' }])
  expect(await rowsOf(bar)).toBe(0)
  // The end of a person without a call sends the boards nothing.
  await bar.room.remove(bia.id, 'somebody', 'other')
  await seen(() => board.all('changes').some(({ gone }) => gone.includes(bia.id)))
  expect(board.all('helpEnded')).toHaveLength(1)
})

test('T57 only the person and the boards learn of a call: no other frame, list, page or search shows it', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await ana.deliver(bia, 'oi')
  /** Everything that another person can get of a bar, without fields that each connection changes. */
  const everything = async () => {
    passTime(10_000) // else the room answers that it was asked too often
    const page = await bia.connect()
    await page.get('snapshot')
    for (const frame of [
      { type: 'page', after: null },
      { type: 'page', after: { id: ana.id, online: true } },
      { type: 'search', text: 'Ana' },
      { type: 'find', personId: ana.id },
      { type: 'history', personId: ana.id },
      { type: 'read', personId: ana.id, through: 1 },
      { type: 'say', id: crypto.randomUUID(), to: ana.id, text: 'oi' },
    ]) {
      const before = page.frames.length
      page.send(frame)
      await page.until(() => page.frames.length > before)
    }
    const answers = [
      await bar.room.ownData(bia.visit),
      await bar.room.blocks(bia.visit),
      await bar.room.counts(),
    ]
    return { text: JSON.stringify([page.raw, answers]), types: page.frames.map(({ type }) => type) }
  }
  await everything()
  const without = await everything()
  const own = ana.page.frames.length
  const board = await sectionOf(bar)
  const id = crypto.randomUUID()
  const states = [
    () => call(bar, ana, id),
    () => board.send(shown(id)),
    () => answer(bar, ana, id, 'coming'),
    () => answer(bar, ana, id, 'resolved'),
    () => bar.room.withdrawHelp(ana.visit, id),
  ]
  for (const change of states) {
    const heard = bia.page.frames.length
    await change()
    await settled(bia)
    expect(bia.page.frames.slice(heard).filter(({ type }) => type !== 'read')).toEqual([])
    const now = await everything()
    expect(now.types).toEqual(without.types)
    expect(now.text).not.toContain(id)
    // Their own answer has the key; it says that there is none.
    expect(now.text.replaceAll('\\"help\\":null', '').replaceAll('"help":null', '')).not.toContain(
      'help',
    )
  }
  const heard = ana.page.frames.slice(own).filter(({ type }) => type === 'help')
  expect(heard).toHaveLength(states.length)
  // The call is among its person's own data.
  await call(bar, ana, crypto.randomUUID(), 'leaving')
  const data = await bar.room.ownData(ana.visit)
  expect(data.ok && data.data.help).toMatchObject({ kind: 'leaving', state: 'open' })
})

test('T57 boards, awake, asleep or opened later, read who is on the way; nobody else reads the name', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const board = await sectionOf(bar)
  const id = crypto.randomUUID()
  await call(bar, ana, id)
  await bar.sleep()
  await answer(bar, ana, id, 'coming', 'Léo')
  await bar.sleep()
  // The first one goes.
  expect(await answer(bar, ana, id, 'coming', 'Rita')).toMatchObject({ help: { helper: 'Léo' } })
  await seen(() => board.all('help').at(-1)?.help.state === 'coming')
  expect(board.all('help').map(({ help }) => help.helper)).toEqual([null, 'Léo'])
  expect((await sectionOf(bar)).all('people')[0]?.help).toMatchObject([{ id, helper: 'Léo' }])
  expect(await bar.room.readSection({ accountId: '', role: 'staff' })).toMatchObject({
    help: [{ id, helper: 'Léo' }],
  })

  await seen(() => ana.page.all('help').at(-1)?.help?.state === 'coming')
  await settled(bia)
  const own = [await ana.look(), await bar.room.ownData(ana.visit)]
  const text = JSON.stringify([ana.page.raw, bia.page.raw, await bia.look(), own])
  expect(text).toContain(id)
  expect(text).not.toContain('Léo')
  expect(text).not.toContain('helper')
  // A new call is nobody's yet.
  await bar.room.withdrawHelp(ana.visit, id)
  const next = crypto.randomUUID()
  expect(await call(bar, ana, next)).toMatchObject({ ok: true })
  await seen(() => board.all('help').at(-1)?.help.id === next)
  expect(board.all('help').at(-1)?.help).toMatchObject({ state: 'open', helper: null })
})
