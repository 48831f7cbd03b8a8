import { expect, inject, test } from 'vitest'
import { Evening } from '#scripts/demo-evening.ts'
import { NAMES } from '#scripts/demo-words.ts'
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
  const enter = (name: string) =>
    Person.enter(network, observed.id, { name }, { records: true, scrolls: false })
  const eve = await enter('Observadora')
  const { socket } = await eve.connect()
  const barIds = bars.map(({ id }) => id)
  const evening = new Evening({ origin, barIds, people: PEOPLE, haste: HASTE })
  evening.start()
  const saw = (text: string) => socket.raw.some((frame) => frame.includes(text))
  // They leave by chance, and on a busy machine seldom.
  await expect
    .poll(() => saw('"kind":"entered"') && saw('"online":false') && saw('"kind":"left"'), {
      timeout: LEFT_WITHIN_MS,
    })
    .toBe(true)
  await socket.until(() => evening.counts.visits > PEOPLE && evening.counts.messages > 20)
  // Somebody wrote to her too, or they have not found each other.
  await socket.get('message')
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
