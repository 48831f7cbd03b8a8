import { expect, inject, test } from 'vitest'
import { Evening } from '#scripts/demo/evening.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { Person } from '#test/client/person.ts'
import { TEST_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import { takeBar } from '#test/server/bar-pool.ts'

const HASTE = 30
const PEOPLE = 12

test('the demo’s people arrive, talk, put their phones away and leave, and nobody is left behind', async () => {
  const [origin, stateDir] = [inject('origin'), inject('stateDir')]
  const barIds = [takeBar(stateDir).id, takeBar(stateDir).id]
  const network = nodeNetwork(() => origin)
  const eve = await Person.enter(network, barIds[0] ?? '', { name: 'Observadora' })
  await eve.connect()
  const evening = new Evening({ origin, barIds, people: PEOPLE, haste: HASTE })
  evening.start()
  // Reads her state instead of her frames, because a busy machine may lose a connection.
  const met = new Set<string>()
  const seen = new Set<string>()
  const look = () => {
    const { people } = eve.state
    for (const id of met) if (!people.has(id)) seen.add('gone')
    for (const { id, online } of people.values()) {
      if (id !== eve.id) met.add(id)
      if (!online) seen.add('pocketed')
    }
    const { visits, messages } = evening.counts
    // Another person must have written to her, too.
    return seen.size === 2 && visits > PEOPLE && messages > 20 && eve.partners.length > 0
  }
  await expect.poll(look, { timeout: TEST_HANGS_AFTER_MS / 2 }).toBe(true)
  await evening.stop()
  expect(evening.counts.people).toBe(0)
  // She is alone again.
  await expect.poll(() => [...eve.state.people.keys()]).toEqual([eve.id])
  await eve.leave()
})
