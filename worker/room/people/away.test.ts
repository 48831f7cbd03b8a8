import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

test.each([false, true])(
  'rule 4: looking away or back is broadcast by the next alarm, within 45 s, asleep: %s',
  async (asleep) => {
    const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
    await bar.ring()
    const turn = async (shown: 'hidden' | 'visible') => {
      await bia.turn(shown)
      await ana.page.settle()
      const before = awayOf(ana, bia)
      if (asleep) await bar.sleep()
      expect(await bar.alarm()).toBeLessThanOrEqual(Date.now() + TIMINGS.heardWithinMs)
      await bar.ring()
      await ana.page.settle()
      return before
    }
    expect(await turn('hidden')).toEqual([])
    expect(await turn('visible')).toEqual([true])
    expect(awayOf(ana, bia)).toEqual([true, undefined])
  },
)

test('rule 4: a look away and back between two alarms is not broadcast, nor one of only some pages', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bia.turn('hidden')
  await bia.turn('visible')
  await bar.ring()
  await bia.turn('hidden')
  const first = bia.page
  await bia.connect()
  await bar.ring()
  first.close(1001)
  await first.until(() => first.closed)
  await bia.turn('hidden')
  // Within 8 s it is back or offline.
  await bia.close(CLOSE.pageClosed)
  await bar.ring()
  await ana.page.settle()
  expect(awayOf(ana, bia)).toEqual([])
})

test('rule 4: a look away of only some pages does not travel with the first frame after a sleep', async () => {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  await bia.turn('hidden')
  await bia.connect()
  await caio.close(CLOSE.pageClosed)
  await bar.sleep()
  await bar.ringAfter(TIMINGS.offlineGraceMs + 1)
  await ana.page.until(() => ana.page.all('events').at(-1)?.online === 2)
  expect(awayOf(ana, bia)).toEqual([])
})

test('rule 4: looking away travels with the next frame, and a snapshot has it', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bia.turn('hidden')
  const caio = await bar.seat('Caio')
  await ana.page.until(() => ana.page.events().length > 2)
  expect(
    ana.page
      .all('events')
      .at(-1)
      ?.events.map(({ kind }) => kind),
  ).toEqual(['entered', 'presence'])
  expect(awayOf(ana, bia)).toEqual([true])
  const { people } = await caio.look()
  expect(people.find(({ id }) => id === bia.id)).toMatchObject({ online: true, away: true })
})

test('rule 4: in a bar of more than 50 people it makes no frame', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  for (let more = 2; more <= LIMITS.awayFramePeople; more += 1) await bar.admit(`Pessoa ${more}`)
  await bar.ringAfter(TIMINGS.offlineGraceMs + 1)
  await ana.page.until(() => {
    const last = ana.page.all('events').at(-1)
    return last?.online === 2 && last.total > LIMITS.awayFramePeople
  })
  await bia.turn('hidden')
  await bar.ring()
  await ana.page.settle()
  expect(awayOf(ana, bia).filter(Boolean)).toEqual([])
  await bar.admit('Ultimo')
  await ana.page.until(() => awayOf(ana, bia).includes(true))
})

test('a phone lost in a pocket is away until it is back', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bia.turn('hidden')
  await bia.close(1001)
  await bar.sleep()
  await bar.ring()
  expect((await ana.look()).people[0]).toMatchObject({ id: bia.id, online: true, away: true })
  await bia.connect()
  await bar.ring()
  await ana.page.until(() => awayOf(ana, bia).length > 0)
  expect(awayOf(ana, bia)).toEqual([undefined])
})

/** Lists the away states of a person that a page received, in order. */
const awayOf = ({ page }: Person, { id }: Person): (boolean | undefined)[] =>
  page
    .events()
    .flatMap((event) =>
      event.kind === 'presence' && event.person.id === id ? [event.person.away] : [],
    )
