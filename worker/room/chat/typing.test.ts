import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { NOBODY } from '#test/client/room-socket.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { countRows } from '#test/worker/room-rows.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

/** Bia and Ana have written to each other. */
async function aConversation() {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  await bia.deliver(ana, 'oi')
  await ana.deliver(bia, 'oi')
  return { bar, ana, bia, caio }
}

/** Says that this person writes; returns once the room has handled it. */
async function type(person: Person, to: { id: string }): Promise<void> {
  person.page.send({ type: 'typing', personId: to.id })
  await person.page.settle()
}

/** Returns who is typing, as each of these pages was told. */
const told = async (...pages: Person['page'][]) => {
  for (const page of pages) await page.settle()
  return pages.map((page) => page.all('typing').map(({ personId }) => personId))
}

test("rule 15: the partner's pages are told who writes, the own ones and a third person's are not", async () => {
  const { bar, ana, bia, caio } = await aConversation()
  const { page: biasFirst } = bia
  await bia.connect()
  const { page: anasFirst } = ana
  await ana.connect()
  const pages = [biasFirst, bia.page, anasFirst, ana.page, caio.page]
  await type(ana, bia)
  expect(await told(...pages)).toEqual([[ana.id], [ana.id], [], [], []])
  await bar.sleep()
  await type(ana, bia)
  expect(await told(...pages)).toEqual([[ana.id, ana.id], [ana.id, ana.id], [], [], []])
})

test('rule 15: a page that is hidden is told nothing, the visible one of the same person is', async () => {
  const { ana, bia } = await aConversation()
  const { page: hidden } = bia
  await bia.turn('hidden')
  await bia.connect()
  await type(ana, bia)
  expect(await told(hidden, bia.page)).toEqual([[], [ana.id]])
})

test('rule 15: a page that is visible again is told who writes from then on, also by a room that slept', async () => {
  const { bar, ana, bia } = await aConversation()
  await bia.turn('hidden')
  await bar.sleep()
  await type(ana, bia)
  await bia.turn('visible')
  expect(await told(bia.page)).toEqual([[]])
  await type(ana, bia)
  expect(await told(bia.page)).toEqual([[ana.id]])
})

test('rule 15: two tabs of one person share its rate', async () => {
  const { ana, bia } = await aConversation()
  const { page: first } = ana
  await ana.connect()
  for (let count = 0; count < LIMITS.typingBurst; count += 1) {
    for (const page of [first, ana.page]) {
      page.send({ type: 'typing', personId: bia.id })
      await page.settle()
    }
  }
  expect(await told(bia.page)).toEqual([Array(LIMITS.typingBurst).fill(ana.id)])
})

test('rule 15: nothing passes before both have written, nor where "Agora não" was pressed', async () => {
  const [, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  await type(ana, bia)
  await ana.deliver(bia, 'oi')
  await type(ana, bia)
  await type(bia, ana)
  await caio.deliver(bia, 'oi')
  bia.page.send({ type: 'fold', personId: caio.id })
  await bia.page.get('folded')
  await type(caio, bia)
  await type(bia, caio)
  expect(await told(ana.page, bia.page, caio.page)).toEqual([[], [], []])
  // Writing there ends the fold, and is the answer.
  await bia.deliver(caio, 'oi')
  await type(caio, bia)
  expect(await told(bia.page)).toEqual([[caio.id]])
})

test('T57 typing passes through no block, and is silent to both as to nobody', async () => {
  for (const blocker of ['ana', 'bia'] as const) {
    const { bar, ana, bia } = await aConversation()
    const [one, other] = blocker === 'ana' ? [ana, bia] : [bia, ana]
    // In the middle of it.
    await type(ana, bia)
    await type(bia, ana)
    expect(await told(ana.page, bia.page)).toEqual([[bia.id], [ana.id]])
    await bar.room.block(one.visit, other.id)
    for (const person of [one, other]) await person.page.get('conversationEnded')
    const heard = () =>
      [ana, bia].map(({ page }) => page.raw.filter((raw) => !raw.includes('"read"')))
    const before = heard()
    for (const sleeps of [false, true]) {
      if (sleeps) await bar.sleep()
      await type(ana, bia)
      await type(bia, ana)
      await type(ana, { id: NOBODY })
      await type(ana, ana)
    }
    expect(await told(ana.page, bia.page)).toEqual([[bia.id], [ana.id]])
    expect(heard()).toEqual(before)
  }
})

test('rule 15: more than the rate is dropped, counts as no abuse, and keeps nobody else from being told', async () => {
  const { ana, bia } = await aConversation()
  const { typingBurst, typingPerMinute } = LIMITS
  for (let count = 0; count < typingBurst + 10; count += 1) await type(ana, bia)
  expect(await told(bia.page)).toEqual([Array(typingBurst).fill(ana.id)])
  await type(bia, ana)
  expect(await told(ana.page)).toEqual([[bia.id]])
  passTime(60_000 / typingPerMinute)
  await type(ana, bia)
  await type(ana, bia)
  expect(await told(bia.page)).toEqual([Array(typingBurst + 1).fill(ana.id)])
  expect(ana.page.closed).toBeNull()
})

test('rule 15: a page that says it as often as it may loses none', () => {
  expect(TIMINGS.typingSaidEveryMs).toBe(60_000 / LIMITS.typingPerMinute)
})

test('B5 typing writes no row', async () => {
  const { bar, ana, bia } = await aConversation()
  const rows = await countRows(bar)
  await type(ana, bia)
  await type(bia, ana)
  expect(await rows.take()).toMatchObject({ written: 0, d1: 0 })
})
