import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { openSection, sectionOf } from '#test/worker/board-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

test('R32 rule 10: a section begins with all people, and its numbered changes go on through a sleep', async () => {
  const bar = await Bar.open()
  const ofNobody = await sectionOf(bar)
  const ana = await bar.seat('Ana')
  await seen(() => ofNobody.all('changes').some(({ entered }) => entered.includes(ana.id)))
  const section = await sectionOf(bar)
  expect(section.frames).toMatchObject([{ number: 1, type: 'people', people: [{ name: 'Ana' }] }])
  await bar.sleep()
  const bia = await bar.seat('Bia')
  await seen(() => section.all('changes').some(({ entered }) => entered.includes(bia.id)))
  await ana.close(CLOSE.pageClosed)
  await bar.ringAfter(TIMINGS.offlineGraceMs)
  await seen(() =>
    section
      .all('changes')
      .some(({ people }) => people.some((one) => one.id === ana.id && !one.online)),
  )
  await bar.room.remove(ana.id, 'somebody', 'other')
  await seen(() => section.all('changes').some(({ gone }) => gone.includes(ana.id)))
  expect(section.all('changes').flatMap(({ left }) => left)).toEqual([{ id: ana.id, name: 'Ana' }])
  expect(section.frames.map(({ number }) => number)).toEqual(section.frames.map((_, at) => at + 1))
  // The last one.
  await bar.room.remove(bia.id, 'somebody', 'other')
  await seen(() => ofNobody.all('changes').some(({ gone }) => gone.includes(bia.id)))
})

test('R32 rule 10: a folded section hears numbers and the last move, and they go on through a sleep', async () => {
  const bar = await Bar.open()
  const ofNobody = await sectionOf(bar, { isFolded: true })
  const nobody = { number: 1, type: 'summary', online: 0, total: 0, help: [] }
  expect(ofNobody.frames).toEqual([nobody])
  const ana = await bar.seat('Ana')
  await seen(() => ofNobody.all('counts').some(({ online }) => online === 1))
  expect(ofNobody.all('counts')[0]?.lastMove).toMatchObject({ name: 'Ana', hasLeft: false })
  await bar.seat('Bia')
  const section = await sectionOf(bar, { isFolded: true })
  expect(section.frames).toMatchObject([
    { type: 'summary', online: 2, total: 2, lastMove: { name: 'Bia', hasLeft: false } },
  ])
  await bar.sleep()
  await ana.close(CLOSE.pageClosed)
  await bar.ringAfter(TIMINGS.offlineGraceMs)
  await seen(() => section.all('counts').some(({ online }) => online === 1))
  expect(section.all('counts').at(-1)).toMatchObject({ online: 1, total: 2 })
  expect(section.all('counts').at(-1)?.lastMove).toBeUndefined()
  await bar.room.remove(ana.id, 'somebody', 'other')
  await seen(() => section.all('counts').some(({ total }) => total === 1))
  expect(section.all('counts').at(-1)?.lastMove).toMatchObject({ name: 'Ana', hasLeft: true })
  expect(section.frames.map(({ number }) => number)).toEqual(section.frames.map((_, at) => at + 1))
})

test('T7 T34 staff see no phone, owners and admins its last digits', async () => {
  const bar = await Bar.open()
  const owner = await sectionOf(bar, { role: 'owner' })
  const staff = await sectionOf(bar, { role: 'staff' })
  await bar.admit('Ana', { phone: '+5511987654321' })
  await seen(() => owner.all('changes').length > 0 && staff.all('changes').length > 0)
  expect(owner.all('changes')[0]?.people).toMatchObject([{ phone: '•••• 4321' }])
  expect(staff.all('changes')[0]?.people).toMatchObject([{ phone: null }])
  const late = await sectionOf(bar, { role: 'staff' })
  expect(late.all('people')[0]?.people).toMatchObject([{ phone: null }])
})

test('a board is nobody: it counts in no presence and in no limit of the bar', async () => {
  const [bar] = await Bar.admitted('Ana')
  await sectionOf(bar)
  await bar.seat('Bia')
  expect(await bar.room.countPeople()).toBe(2)
  expect(await bar.room.counts()).toEqual({ online: 2, total: 2 })
  await runInDurableObject(bar.room, (_, ctx) => {
    expect([ctx.getWebSockets('page').length, ctx.getWebSockets('board').length]).toEqual([1, 1])
  })
})

test('T33 the end of a session or of a role closes its open sections and those on their way', async () => {
  const bar = await Bar.open()
  const [accountId, tokenHash] = [crypto.randomUUID(), crypto.randomUUID()]
  const other = await sectionOf(bar, { accountId })
  const mine = await sectionOf(bar, { accountId, tokenHash })
  const checkedAt = Date.now()
  await bar.room.endBoards({ tokenHash })
  await seen(() => mine.closed)
  expect([mine.closed, other.closed]).toEqual([CLOSE.sessionEnded, null])
  expect(await openSection(bar, { accountId, tokenHash, checkedAt })).toBe(CLOSE.sessionEnded)
  await bar.room.endBoards({ accountId })
  await seen(() => other.closed)
  expect(other.closed).toBe(CLOSE.accessChanged)
  expect(await openSection(bar, { accountId, checkedAt })).toBe(CLOSE.accessChanged)
  passTime(1)
  const last = await sectionOf(bar, { accountId, expiresAt: Date.now() + 1_000 })
  passTime(1_000)
  await bar.admit('Ana')
  await seen(() => last.closed)
  expect([last.closed, last.frames.length]).toEqual([CLOSE.sessionEnded, 1])
})

test.each([
  ['too big', ['x'.repeat(5_000)]],
  ['too often', Array(1_000).fill('{}')],
  ['of no request', ['{', '[]', '{"type":"say","to":"x"}', '{"type":"helpShown"}']],
])(
  'T40 a board that sends frames %s has changed nothing, and stays connected',
  async (_, frames) => {
    const bar = await Bar.open()
    const section = await sectionOf(bar)
    for (const frame of frames) section.send(frame)
    await bar.admit('Ana')
    await seen(() => section.closed ?? section.frames.length > 1)
    expect(section.closed).toBeNull()
  },
)
