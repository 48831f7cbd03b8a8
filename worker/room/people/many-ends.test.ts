import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { PING } from '#contract/protocol.ts'
import { fillBar } from '#test/worker/full-bar.ts'
import { Bar } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'

/** The room ends or erases at most so many at once. */
const BATCH = 250

test('T52 others are answered between the batches in which a whole bar is ended', async () => {
  const count = runs(500, 19_000)
  const [bar, ana] = await Bar.seated('Ana')
  await fillBar(bar, count)
  for (let at = 0; at < runs(10, 400); at += 1) {
    await (await bar.admit(`S ${at}`)).openSilently()
    // A room closes a page that it does not hear from for a while.
    ana.page.send(PING)
  }
  await bar.sql("UPDATE bar_profiles SET expires_at = 1 WHERE name LIKE 'Pessoa%'")
  await bar.sleep()
  const alarm = bar.ring()
  const left = () => ana.page.events().filter(({ kind }) => kind === 'left').length
  let answers = 0
  for (; left() < count; answers += 1) {
    await bar.room.countPeople()
    ana.page.send(PING)
    expect(ana.page.closed).toBeNull()
  }
  await alarm
  expect(answers).toBeGreaterThanOrEqual(count / BATCH)
})

test('T52 while a full bar is deleted, another bar of its process is answered', async () => {
  const [bar, other] = [await Bar.open(), await Bar.open()]
  await other.seat('Ana')
  await bar.admit('Bia')
  const count = runs(500, 19_000)
  await fillBar(bar, count)
  await env.DB.prepare('UPDATE bars SET deleted_at = 1 WHERE id = ?').bind(bar.barId).run()
  await bar.room.barChanged(bar.barId)
  const left = async () => (await bar.sql('SELECT 1 FROM bar_profiles LIMIT 1')).length > 0
  let answers = 0
  for (; await left(); answers += 1) {
    const ending = bar.ring()
    await other.room.countPeople()
    await ending
  }
  // Alarms that ring by themselves end some batches unseen.
  expect(answers).toBeGreaterThan(1)
})
