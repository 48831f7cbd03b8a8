import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

test('rule 6: the third ill-formed frame bans the browser for ten minutes, through sleep and an empty bar', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  const first = ana.page
  const page = await ana.connect()
  for (const frame of ['not json', '[]', '{"type":"say"}']) {
    const { length } = page.all('refused')
    page.send(frame)
    await page.until(() => page.closed ?? page.all('refused').length > length)
    await bar.sleep()
  }
  expect(page.all('refused')).toHaveLength(LIMITS.abuseCount - 1)
  for (const one of [first, page, await ana.connect()]) {
    expect(await one.until(() => one.closed)).toEqual({
      code: CLOSE.misbehaved,
      reason: 'misbehaved',
    })
  }
  const { device, mark } = ana
  const refused = { ok: false, code: 'misbehaved' }
  const tryToEnter = () => bar.enter(new Person(bar, 'Outra'), { mark })
  expect(await bar.enter(new Person(bar, 'Outra'), { device })).toEqual(refused)
  expect(await tryToEnter()).toEqual(refused)
  expect(await bar.room.recognise(device)).toEqual(refused)
  expect(await bar.room.continueAs(device)).toEqual(refused)

  await bar.leave(ana)
  await bar.sleep()
  expect(await tryToEnter()).toEqual(refused)
  expect(await bar.enter(new Person(bar, 'Bia'))).toMatchObject({ ok: true })
  await bar.sql('UPDATE abuse_counts SET at = at - ?', TIMINGS.misbehavedMs)
  expect(await tryToEnter()).toMatchObject({ ok: true })
})

test('T16 rule 6: a frame over 8 KiB closes its socket unread, and the third bans the browser', async () => {
  const [, ana, bia] = await Bar.seated('Ana', 'Bia')
  const say = (text: string) => JSON.stringify({ type: 'say', text })
  const codes: (number | undefined)[] = []
  for (const frame of [
    say('酒'.repeat(LIMITS.frameBytes / 3)),
    'x'.repeat(1_000_000),
    say('a'.repeat(LIMITS.frameBytes)),
    '',
  ]) {
    const page = await ana.connect()
    if (!page.closed) page.send(frame)
    codes.push(await page.closeCode())
  }
  expect(codes).toEqual([CLOSE.frameTooBig, CLOSE.frameTooBig, CLOSE.misbehaved, CLOSE.misbehaved])
  await bia.page.settle()
})
