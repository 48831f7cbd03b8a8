import { expect, inject, test } from 'vitest'
import { Evening } from '#scripts/demo-evening.ts'
import { NAMES } from '#scripts/demo-words.ts'
import { HttpPatron } from '#test/client/http-patron.ts'
import { takeBar } from '#test/server/bar-pool.ts'

const HASTE = 30
const PEOPLE = 12

test('the demo’s people arrive, talk, put their phones away and leave, and nobody is left behind', async () => {
  const [origin, stateDir] = [inject('origin'), inject('stateDir')]
  const bars = [takeBar(stateDir), takeBar(stateDir)]
  const [observed] = bars
  if (!observed) throw new Error('no bar')
  const eve = await HttpPatron.enter(origin, observed.id, { name: 'Observadora' })
  await eve.connect()
  const barIds = bars.map(({ id }) => id)
  const evening = new Evening({ origin, barIds, people: PEOPLE, haste: HASTE })
  evening.start()
  const saw = (text: string) => eve.frames.some((frame) => frame.includes(text))
  await eve.until(() => saw('"kind":"entered"') && saw('"online":false') && saw('"kind":"left"'))
  await eve.until(() => evening.counts.visits > PEOPLE && evening.counts.messages > 20)
  // Somebody wrote to her too, or they have not found each other.
  await eve.until(() => saw('"type":"message"'))
  await evening.stop()
  expect(evening.counts.people).toBe(0)

  // They go two seconds after they said so; then she is alone again.
  const alone = await HttpPatron.enter(origin, observed.id, { name: 'Depois' })
  await expect
    .poll(
      async () => {
        const page = await HttpPatron.enter(origin, observed.id, { name: 'Olha' })
        await page.connect()
        const seen = NAMES.filter((name) => page.frames[0]?.includes(`"name":"${name}"`))
        await page.leave()
        page.close()
        return seen
      },
      { interval: 1_000 },
    )
    .toEqual([])
  await alone.ask(`/api/bars/${observed.id}/visit/leaving`, 'PUT')
  await eve.leave()
  eve.close()
}, 120_000)
