import { expect, inject, test } from 'vitest'
import { Evening } from '#scripts/demo/evening.ts'
import { NAMES } from '#scripts/demo/words.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { Person } from '#test/client/person.ts'
import { takeBar } from '#test/server/bar-pool.ts'

const HASTE = 30
const PEOPLE = 12
const LEFT_WITHIN_MS = 120_000

test('the demo’s people arrive, talk, put their phones away and leave, and nobody is left behind', async () => {
  const [origin, stateDir] = [inject('origin'), inject('stateDir')]
  const bars = [takeBar(stateDir), takeBar(stateDir)]
  const [observed] = bars
  if (!observed) throw new Error('no bar')
  const network = nodeNetwork(() => origin)
  const enter = (name: string) => Person.enter(network, observed.id, { name })
  const eve = await enter('Observadora')
  await eve.connect()
  const barIds = bars.map(({ id }) => id)
  const evening = new Evening({ origin, barIds, people: PEOPLE, haste: HASTE })
  evening.start()
  // By what she knows: a connection may be lost on a busy machine.
  const met = new Set<string>()
  let sawPocketed = false
  let sawGone = false
  const look = () => {
    const { people } = eve.state
    for (const id of met) sawGone ||= !people.has(id)
    for (const { id, online } of people.values()) {
      if (id !== eve.id) met.add(id)
      sawPocketed ||= !online
    }
    return met.size > 0 && sawPocketed && sawGone
  }
  await expect.poll(look, { interval: 50, timeout: LEFT_WITHIN_MS }).toBe(true)
  await expect
    .poll(() => evening.counts.visits > PEOPLE && evening.counts.messages > 20, {
      timeout: LEFT_WITHIN_MS,
    })
    .toBe(true)
  // Somebody wrote to her too, or they have not found each other.
  await expect.poll(() => eve.partners.length, { timeout: LEFT_WITHIN_MS }).toBeGreaterThan(0)
  await evening.stop()
  expect(evening.counts.people).toBe(0)

  // They go two seconds after they said so; then she is alone again.
  await expect
    .poll(
      async () => {
        const witness = await (await enter('Olha')).connect()
        const [first] = witness.socket.all('snapshot')
        const seen = NAMES.filter((one) => first?.people.some(({ name }) => name === one))
        await witness.leave()
        return seen
      },
      { interval: 1_000 },
    )
    .toEqual([])
  await eve.leave()
}, 240_000)
