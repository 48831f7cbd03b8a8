import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

async function misbehave(person: Person): Promise<void> {
  for (let strike = 0; strike < LIMITS.abuseCount; strike += 1) person.page.send('nonsense')
  await person.page.until(() => person.page.closed)
}

test('rule 6: a person who misbehaved is banned, on every page and through a sleep', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  const first = ana.page
  await ana.connect()
  await misbehave(ana)
  await first.until(() => first.closed)
  expect([first.closed?.code, ana.page.closed?.code]).toEqual([CLOSE.misbehaved, CLOSE.misbehaved])
  await bar.sleep()
  expect((await ana.connect()).closed?.code).toBe(CLOSE.misbehaved)
})

test('rule 6: the browser of who has misbehaved comes in under no other profile either', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  await misbehave(ana)
  const { device, mark } = ana
  const refused = { ok: false, code: 'misbehaved' }
  expect(await bar.enter(new Person(bar, 'Outra'), { device })).toEqual(refused)
  expect(await bar.enter(new Person(bar, 'Outra'), { mark })).toEqual(refused)
  expect(await bar.room.recognise(device)).toEqual(refused)
  expect(await bar.room.continueAs(device)).toEqual(refused)
  expect(await bar.enter(new Person(bar, 'Bia'))).toMatchObject({ ok: true })
})

test('rule 6: leaving an empty bar washes nothing off, and ten minutes do', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  await misbehave(ana)
  await bar.room.startLeaving(ana.visit)
  await bar.sql('UPDATE bar_profiles SET leaving_ends_at = 1')
  await bar.ring()
  await bar.sleep()
  const { mark } = ana
  const again = new Person(bar, 'Ana')
  expect(await bar.enter(again, { mark })).toEqual({ ok: false, code: 'misbehaved' })
  await bar.sql('UPDATE abuse_counts SET at = at - ?', TIMINGS.misbehavedMs)
  expect(await bar.enter(again, { mark })).toMatchObject({ ok: true })
})

test('T16 a frame that is too big closes its socket; the third ends the person’s visit to the room', async () => {
  const [, ana, bia] = await Bar.seated('Ana', 'Bia')
  const codes: (number | undefined)[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    const page = await ana.connect()
    if (!page.closed) page.send('x'.repeat(turn === 1 ? 1_000_000 : LIMITS.frameBytes + 1))
    await page.until(() => page.closed)
    codes.push(page.closed?.code)
  }
  expect(codes).toEqual([CLOSE.frameTooBig, CLOSE.frameTooBig, CLOSE.misbehaved, CLOSE.misbehaved])
  await bia.page.settle()
})
