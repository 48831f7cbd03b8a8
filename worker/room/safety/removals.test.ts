import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

const ADMIN = '00000000-0000-4000-8000-00000000000a'

test('T8 T13 a removed person gets the reason and loses every page, and the visit is refused everywhere', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await ana.deliver(bia, 'oi')
  const second = ana.page
  await ana.connect()
  const removed = { ok: true, personIds: [ana.id], at: Date.now() }
  expect(await bar.room.remove(ana.id, ADMIN, 'other')).toEqual(removed)
  for (let turn = 0; turn < 50; turn += 1) ana.say(bia, `ainda aqui ${turn}`)
  for (const page of [second, ana.page]) {
    expect(await page.get('ended')).toMatchObject({ reason: 'removed', erased: { messages: 1 } })
    expect(await page.until(() => page.closed)).toEqual({
      code: CLOSE.visitEnded,
      reason: 'removed',
    })
  }
  await bia.page.event('left')
  await bia.page.settle()
  expect(bia.page.all('message')).toHaveLength(1)
  expect(await bar.textsFor(bia, ana)).toBe('person_not_found')
  expect(await bar.textsFor(ana, bia)).toBe('unknownVisit')
  expect(await bar.room.leave(ana.visit)).toMatchObject({ ok: false })
  expect(await (await ana.connect()).closeCode()).toBe(CLOSE.unknownVisit)
  passTime(1_000)
  expect(await bar.room.remove(ana.id, ADMIN, 'insult')).toEqual(removed)
  expect(await bar.room.remove(ana.id, crypto.randomUUID(), 'other')).toEqual({
    ok: false,
    code: 'person_not_found',
  })
})

test('T13 the browser of a removed person stays out for sixteen hours, through sleep and an empty bar', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  await bar.room.remove(ana.id, ADMIN, 'other')
  await bar.ring()
  await bar.sleep()
  expect(await doors(bar, ana)).toEqual(OUT)

  await age(bar, TIMINGS.removalMs - 60_000)
  await bar.ring()
  expect(await doors(bar, ana)).toEqual(OUT)
  await age(bar, 61_000)
  // The name and the table are erased with the removal.
  expect(await bar.room.removals()).toEqual([])
  await bar.ring()
  // A room without bans and people erases its file.
  await expect.poll(() => bar.tables()).toEqual([])
  expect(await bar.alarm()).toBeNull()
  expect(await doors(bar, ana)).toEqual(['person_not_found', 'person_not_found', 'in', 'in'])
})

test('T13 a removal that is undone is off the list, and its browser may enter at once', async () => {
  const [bar, ana, bia] = await Bar.admitted('Ana', 'Bia')
  await bar.room.remove(ana.id, ADMIN, 'other')
  passTime(1_000)
  await bar.room.remove(bia.id, ADMIN, 'insult')
  await bar.sleep()
  const removedAt = Date.now() - 1_000
  expect(await bar.room.removals()).toEqual([
    { personId: bia.id, name: 'Bia', table: '7', reason: 'insult', removedAt: removedAt + 1_000 },
    { personId: ana.id, name: 'Ana', table: '7', reason: 'other', removedAt },
  ])
  expect(await bar.room.undoRemoval(ana.id)).toEqual({ ok: true })
  expect(await bar.room.undoRemoval(ana.id)).toEqual({ ok: false, code: 'person_not_found' })
  expect(await doors(bar, ana)).toEqual(['person_not_found', 'person_not_found', 'in', 'in'])
  expect(await doors(bar, bia)).toEqual(OUT)
  expect(await bar.room.removals()).toHaveLength(1)
})

test('T13 the profiles that one browser made in turn go together, also after leaving, and others stay', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.leave(ana)
  // The browser shows its mark alone, after "Não é você?", then its key alone.
  const second = await bar.seat('Mais um', { mark: ana.mark })
  expect(second.entered.mark).toBe(ana.entered.mark)
  const third = await bar.admit('Mais outro', { device: second.device })
  await bar.room.remove(third.id, ADMIN, 'other')
  for (const one of [ana, second, third]) expect(await doors(bar, one)).toEqual(OUT)
  await second.page.until(() => second.page.closed)
  const old = await bar.enter(new Person(bar, 'X'), { mark: { ...ana.mark, text: null } })
  expect(old).toEqual({ ok: false, code: 'removed' })
  expect(await doors(bar, bia)).toEqual(['in', 'in', 'in', 'in'])
  // A browser that was not removed gets a new mark if its own is too old.
  const later = await bar.admit('Bia', { mark: { ...bia.mark, text: null } })
  const ids = [bia, later, await bar.admit('Bia')].map(({ device }) => device.mark)
  expect(new Set(ids).size).toBe(3)
})

test('T46 a person who comes back during their removal is in or out, never both', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 2 }), fc.nat({ max: 2 }), async (before, way) => {
      const [bar, ana] = await Bar.seated('Ana')
      const tryToEnter = () =>
        way === 0
          ? bar.room.recognise(ana.device)
          : way === 1
            ? bar.room.continueAs(ana.device)
            : bar.enter(new Person(bar, 'De novo'), { mark: ana.mark })
      const early = Array.from({ length: before }, tryToEnter)
      const removal = bar.room.remove(ana.id, ADMIN, 'other')
      await Promise.all([...early, removal, tryToEnter(), tryToEnter()])
      expect(await doors(bar, ana)).toEqual(OUT)
      expect(await bar.sql('SELECT name FROM bar_profiles')).toEqual([])
    }),
    { numRuns: runs(12, 1_000) },
  )
})

const OUT = ['removed', 'removed', 'removed', 'removed']

/** Lists how the room answers a browser with its key, and with its mark alone. */
async function doors(bar: Bar, { device, mark }: Person): Promise<string[]> {
  const answers = [
    await bar.room.recognise(device),
    await bar.room.continueAs(device),
    await bar.enter(new Person(bar, 'De novo'), { device }),
    await bar.enter(new Person(bar, 'De novo'), { mark }),
  ]
  return answers.map((answer) => (answer.ok ? 'in' : answer.code))
}

async function age(bar: Bar, byMs: number): Promise<void> {
  await bar.sql('UPDATE removals SET removed_at = removed_at - ?', byMs)
}
