import { beforeEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { Bar } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

/** Bia has read three messages of Ana's; that she has read the last two, her socket alone holds. */
async function threeRead() {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  for (const text of ['um', 'dois', 'três']) await ana.tell(bia, text)
  for (const through of [1, 3]) await bia.read(ana, through)
  const stored = async () => {
    const query = 'SELECT max(read_by_first, read_by_second) AS through FROM conversations'
    return (await bar.sql(query))[0]?.through
  }
  expect(await stored()).toBe(1)
  return { bar, ana, bia, page: bia.page, stored }
}

const WAYS = {
  closed: async ({ page }) => page.close(),
  'there when the alarm rings': ({ bar }) => bar.ring(),
  silent: ({ bar }) => bar.ringAfter(TIMINGS.heardWithinMs + 1),
} satisfies Record<string, (of: Awaited<ReturnType<typeof threeRead>>) => Promise<unknown>>

test.each(Object.entries(WAYS))(
  'R4 R5 R10 rule 8: how far somebody has read outlives a sleep, and is written when the socket is %s',
  async (_, end) => {
    const evening = await threeRead()
    const { bar, ana, bia, stored } = evening
    const allRead = [{ personId: ana.id, unread: 0 }]
    await bar.sleep()
    expect([(await bia.look()).conversations, await stored()]).toEqual([allRead, 1])
    await end(evening)
    await expect.poll(stored).toBe(3)
    await bar.sleep()
    expect((await bia.look()).conversations).toEqual(allRead)
  },
)

test.each([
  ['closed', 'bar_profiles'],
  ['silent', 'conversations'],
] as const)(
  'R8 how far somebody has read on a %s socket outlives a failure to write %s',
  async (way, table) => {
    const evening = await threeRead()
    const { bar, stored } = evening
    await bar.sql(`CREATE TRIGGER stuck BEFORE UPDATE ON ${table}
      BEGIN SELECT RAISE(ABORT, 'stuck'); END`)
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await WAYS[way](evening)
    await seen(() => log.mock.calls.length > 0)
    await bar.sql('DROP TRIGGER stuck')
    if (way === 'silent') await bar.sleep()
    await bar.ring()
    log.mockRestore()
    expect(await stored()).toBe(3)
  },
)

test('rule 8: of more read positions than a socket carries none is lost, though the room slept', async () => {
  const [bar, bia] = await Bar.seated('Bia')
  for (let partner = 0; partner <= 20; partner += 1) {
    const person = await bar.admit(`Pessoa ${partner}`)
    await bar.write(person, bia, 2)
    for (const through of [1, 2]) await bia.read(person, through)
  }
  await bar.sleep()
  const { conversations } = await bia.look()
  expect(conversations.filter(({ unread }) => unread > 0)).toEqual([])
  expect(conversations).toHaveLength(21)
})
