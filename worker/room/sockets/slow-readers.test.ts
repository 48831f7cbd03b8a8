import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import type { RoomSocket } from '#test/client/room-socket.ts'
import { fillBar } from '#test/worker/full-bar.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { PersonView } from './person-view.ts'

beforeEach(stopClock)

/** Answers of some 6,000 characters each, at a pace that the rates allow. */
async function askPages(page: RoomSocket, characters: number): Promise<void> {
  const length = () => page.raw.reduce((sum, frame) => sum + frame.length, 0)
  while (!page.closed && length() < characters) {
    const asked = page.all('page').length + 1
    page.send({ type: 'page', after: null })
    await page.until(() => page.closed ?? page.all('page').length === asked)
    passTime(250)
  }
}

test('R11 T17 a page that confirms nothing is cut off at a megabyte, and resumes without a loss', async () => {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.admit('Ana'), await bar.seat('Bia')]
  await fillBar(bar, LIMITS.peoplePage)
  const silent = await ana.connect(null, false)
  await askPages(silent, 2 * LIMITS.unconfirmedUnits)
  expect(silent.closed?.code).toBe(CLOSE.slowReader)
  expect(silent.raw.join('').length).toBeLessThanOrEqual(LIMITS.unconfirmedUnits)
  bia.say(ana, 'ainda aí?')
  await bia.page.get('stored')
  const { conversations } = await (await ana.connect()).get('snapshot')
  expect(conversations).toMatchObject([{ personId: bia.id, unread: 1 }])

  for (let round = 1; round <= 3; round += 1) {
    await askPages(bia.page, round * 0.4 * LIMITS.unconfirmedUnits)
    if (round % 2 === 1) await bar.sleep()
  }
  expect(bia.page.closed).toBeNull()
  const tokens = bia.page.all('checkpoint').map(({ token }) => token)
  expect(new Set(tokens.map(({ length }) => length))).toEqual(new Set([36]))
  expect(new Set(tokens).size).toBe(tokens.length)
})

test.each([false, true])(
  'R11 T17 who is behind gets no events, and all of them after confirming (the room slept: %s)',
  async (sleeps) => {
    const bar = await Bar.open()
    const [ana, bia] = [await bar.admit('Ana'), await bar.admit('Bia')]
    await fillBar(bar, LIMITS.peoplePage)
    const behind = await ana.connect(null, false)
    const caio = await bar.seat('Caio')
    await behind.until(() => behind.events().length === 1)
    await askPages(behind, LIMITS.behindUnits + 1_000)
    await bar.room.edit(bia.visit, { name: 'Beatriz' })
    await caio.page.until(() => caio.page.events().length > 0)
    await bar.room.leave(caio.visit)
    await behind.settle()
    expect(behind.events()).toHaveLength(1)
    if (sleeps) await bar.sleep()
    const [checkpoint] = behind.all('checkpoint')
    behind.send({ type: 'confirm', token: checkpoint?.token })
    const first = await behind.until(() =>
      behind.frames.findLast((frame) => 'you' in frame && frame !== behind.frames[0]),
    )
    if (sleeps) expect(first).toMatchObject({ type: 'snapshot' })
    else
      expect(first).toMatchObject({
        type: 'resumed',
        events: [{ kind: 'changed' }, { kind: 'left' }],
      })
    // It is told what happens from now on.
    await bar.room.edit(bia.visit, { name: 'Bia' })
    await behind.until(() => behind.events().length === 2)
  },
)

test('R11 a page that is behind and has a block gets every event that it may see after confirming', async () => {
  const bar = await Bar.open()
  const network = 'a laptop'
  const ana = await bar.admit('Ana')
  await fillBar(bar, LIMITS.peoplePage)
  const behind = await ana.connect(null, false)
  const others = await Promise.all(['B', 'C', 'D'].map((name) => bar.admit(name, { network })))
  // The order in which one alarm ends them.
  others.sort((one, other) => (one.id < other.id ? -1 : 1))
  const [first, blocked, last] = others as [Person, Person, Person]
  await bar.room.block(ana.visit, blocked.id)
  // Events from before the block are a snapshot.
  await bar.room.edit(first.visit, { table: '8' })
  await askPages(behind, LIMITS.behindUnits + 1_000)
  await bar.room.clearNetwork(first.id, 'of the board')
  await bar.ring()
  const [checkpoint] = behind.all('checkpoint')
  behind.send({ type: 'confirm', token: checkpoint?.token })
  const { events } = await behind.get('resumed')
  expect(events).toMatchObject([
    { kind: 'left', personId: first.id },
    { kind: 'left', personId: last.id },
  ])
})

test('R11 R8 a page that is behind is told to reconnect when its events cannot be read', async () => {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.admit('Ana'), await bar.admit('Bia')]
  await fillBar(bar, LIMITS.peoplePage)
  const behind = await ana.connect(null, false)
  await askPages(behind, LIMITS.behindUnits + 1_000)
  await bar.room.edit(bia.visit, { name: 'Beatriz' })
  const failed = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(PersonView.prototype, 'sendFirstFrames').mockImplementationOnce(() => {
    throw new Error('the storage fails')
  })
  const [checkpoint] = behind.all('checkpoint')
  behind.send({ type: 'confirm', token: checkpoint?.token })
  expect(await behind.closeCode()).toBe(CLOSE.outOfSync)
  expect(failed.mock.calls.join()).toContain('frame_failed')
})

test('R8 when the storage fails as a notice is confirmed, the page gets checkpoint and notice again', async () => {
  const bar = await Bar.open()
  const ana = await bar.admit('Ana')
  await fillBar(bar, LIMITS.peoplePage)
  await bar.set(ana, 'phone_used', 1)
  const page = await ana.connect(null, false)
  const { token } = await page.get('checkpoint')
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(PersonView.prototype, 'confirmPhoneUsed').mockImplementationOnce(() => {
    throw new Error('the storage fails')
  })
  page.send({ type: 'confirm', token })
  expect(await page.get('refused')).toMatchObject({ id: null, reason: 'internal' })
  await askPages(page, LIMITS.behindUnits + 1_000)
  expect(page.all('checkpoint')).toHaveLength(2)
  expect(await ana.look()).toMatchObject({ phoneUsed: true })
})

test('T54 rule 6: a token of another socket, even of one’s own, counts as abuse and confirms nothing', async () => {
  const bar = await Bar.open()
  const ana = await bar.admit('Ana')
  await fillBar(bar, LIMITS.peoplePage)
  const silent = await ana.connect(null, false)
  const reading = await ana.connect(null, false)
  await askPages(silent, 40_000)
  await askPages(reading, 40_000)
  silent.send({ type: 'confirm', token: (await reading.get('checkpoint')).token })
  expect(await silent.get('refused')).toMatchObject({ reason: 'invalid_frame' })
  reading.send({ type: 'confirm', token: (await reading.get('checkpoint')).token })
  await reading.settle()
  expect(reading.all('refused')).toEqual([])

  await askPages(silent, 2 * LIMITS.unconfirmedUnits)
  expect(silent.closed?.code).toBe(CLOSE.slowReader)
  expect(silent.raw.join('').length).toBeLessThanOrEqual(LIMITS.unconfirmedUnits)
  expect(reading.closed).toBeNull()
})
