import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

test('R4 R10 rule 8: a position that the room answered outlives a sleep', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  for (const text of ['um', 'dois', 'três']) await ana.deliver(bia, text)
  await bia.read(ana, 2)
  await bar.sleep()
  expect((await bia.look()).conversations).toEqual([{ personId: ana.id, unread: 1 }])
})

test('beyond its rate a position stays where it was, and the page may say it again', async () => {
  const [bar, ana, bia] = await Bar.admitted('Ana', 'Bia')
  await bar.write(ana, bia, LIMITS.readsBurst + 1)
  await bia.connect()
  const say = async (through: number) => {
    const answers = () => bia.page.all('read').filter(({ personId }) => personId === ana.id)
    const before = answers().length
    bia.page.send({ type: 'read', personId: ana.id, through })
    await bia.page.until(() => answers().length > before)
    const answer = answers().at(-1)
    return [answer?.through, answer?.unread]
  }
  for (let through = 1; through <= LIMITS.readsBurst; through += 1) {
    expect(await say(through)).toEqual([through, LIMITS.readsBurst + 1 - through])
  }
  expect(await say(LIMITS.readsBurst + 1)).toEqual([LIMITS.readsBurst, 1])
  passTime(2_000)
  expect(await say(LIMITS.readsBurst + 1)).toEqual([LIMITS.readsBurst + 1, 0])
})
