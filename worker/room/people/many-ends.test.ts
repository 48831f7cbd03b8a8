import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { fillBar } from '#test/worker/full-bar.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { runs, within } from '#test/worker/runs.ts'

/** Ten times what it takes on a quiet machine; the quick run may share it. */
const ANSWERED_WITHIN_MS = runs(10_000, 4_000)

test('T52 others are answered between the batches in which a whole bar is ended', {
  timeout: within(60_000),
}, async () => {
  const count = runs(500, 19_000)
  const [bar, ana] = await Bar.seated('Ana')
  await fillBar(bar, count)
  for (let at = 0; at < runs(10, 400); at += 1) await (await bar.admit(`S ${at}`)).openSilently()
  await bar.sql("UPDATE bar_profiles SET expires_at = 1 WHERE name LIKE 'Pessoa%'")
  const alarm = bar.ring()
  const left = () => ana.page.events().filter(({ kind }) => kind === 'left').length
  const waitsMs: number[] = []
  while (left() < count) waitsMs.push(await askedWaitMs(ana))
  await alarm
  expect(Math.max(...waitsMs)).toBeLessThan(ANSWERED_WITHIN_MS)
  expect(waitsMs.length).toBeGreaterThanOrEqual(count / 250)
})

test('T52 while a full bar is deleted, another bar of its process is answered', {
  timeout: within(60_000),
}, async () => {
  const [bar, other] = [await Bar.open(), await Bar.open()]
  const ana = await other.seat('Ana')
  await bar.admit('Bia')
  await fillBar(bar, runs(500, 19_000))
  await env.DB.prepare('UPDATE bars SET deleted_at = 1 WHERE id = ?').bind(bar.barId).run()
  let isOver = false
  const deleting = bar.room.barChanged(bar.barId).then(() => {
    isOver = true
  })
  const waitsMs: number[] = []
  while (!isOver) waitsMs.push(await askedWaitMs(ana))
  await deleting
  expect(Math.max(...waitsMs)).toBeLessThan(ANSWERED_WITHIN_MS)
})

async function askedWaitMs({ page }: Person): Promise<number> {
  const askedAt = Date.now()
  await page.settle()
  const waitMs = Date.now() - askedAt
  // Slower than the rate of frames.
  await scheduler.wait(60)
  return waitMs
}
