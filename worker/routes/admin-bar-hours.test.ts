import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { BarHours } from '#contract/bar-hours.ts'
import { toHour } from '#contract/bar-hours.ts'
import { someone } from '#test/worker/admin.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { saveBarHours } from '#worker/db/bar-hours.ts'

test('T7 a bar’s statistics cover four weeks and the current hour, and hold only counts', async () => {
  stopClock()
  const bar = await Bar.open()
  const now = toHour(Date.now())
  const hour = (ago: number) => ({ hour: now - ago, peak: ago, visits: 1, life: 1 })
  await saveBarHours(env.DB, bar.barId, [hour(30 * 24), hour(5)])
  await bar.seat('Ana')
  await bar.seat('Bia')
  const answer = await (await someone('admin', bar.barId)).ask(
    address(ADMIN_API.hours, { barId: bar.barId }),
  )
  expect(await answer.json<BarHours>()).toEqual({
    now,
    hours: [
      { hour: now - 5, peak: 5, visits: 1 },
      { hour: now, peak: 2, visits: 2 },
    ],
  })
})
