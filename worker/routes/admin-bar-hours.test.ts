import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { toBarHours } from '#contract/admin-paths.ts'
import type { BarHours } from '#contract/bar-hours.ts'
import { toHour } from '#contract/bar-hours.ts'
import { addAdmin, askAsAdmin, signIn } from '#test/worker/admin.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { saveBarHours } from '#worker/db/bar-hours.ts'

beforeEach(stopClock)

const token = await signIn(await addAdmin())

test('a bar’s statistics cover four weeks and the current hour', async () => {
  const bar = await Bar.open()
  const now = toHour(Date.now())
  const hour = (ago: number) => ({ hour: now - ago, peak: ago, visits: 1, life: 1 })
  await saveBarHours(env.DB, bar.barId, [hour(30 * 24), hour(5)])
  await bar.seat('Ana')
  await bar.seat('Bia')
  const answer = await askAsAdmin(toBarHours(bar.barId), { token })
  expect(await answer.json<BarHours>()).toEqual({
    now,
    hours: [
      { hour: now - 5, peak: 5, visits: 1 },
      { hour: now, peak: 2, visits: 2 },
    ],
  })
})

test('T7 statistics are counts and nothing else', async () => {
  const bar = await Bar.open()
  await bar.admit('Zenaide Canária', { phone: '+5511976543210' })
  const text = await (await askAsAdmin(toBarHours(bar.barId), { token })).text()
  expect(text).toMatch(/^\{"now":\d+,"hours":\[\{"hour":\d+,"peak":1,"visits":1\}\]\}$/)
})
