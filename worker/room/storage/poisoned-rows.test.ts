import { runInDurableObject } from 'cloudflare:test'
import type { MockInstance } from 'vitest'
import { beforeEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

/** The room's tables are strict, so each column holds what its type says. */
const MISFITS = [
  "UPDATE messages SET text = x'ff'",
  "UPDATE messages SET created_at = 'ontem'",
  "UPDATE sides SET read_through = 'x'",
  "UPDATE bar_profiles SET online_until = x'ff'",
  "UPDATE abuse_counts SET at = 'ontem'",
  "UPDATE phone_tries SET network = x'ff'",
  "UPDATE removals SET removed_at = 'ontem'",
  "UPDATE hours SET peak = 'x'",
  "UPDATE room SET is_closed = 'x'",
]

/** No version of the room writes these rows. */
const POISONS: [what: string, statement: string, event?: string][] = [
  ['a message of an unknown sender', "UPDATE messages SET sender = 'ninguém' WHERE number = 2"],
  [
    'a conversation of unknown people',
    `INSERT INTO sides (person, partner, conversation, is_folded)
      VALUES ('x', '', 1, 1), ('', '', 9, 1), (':', 'x', 9, 0)`,
  ],
  ['an hour that never was', 'INSERT INTO hours VALUES (-9000000000000000, 3, 0)'],
  [
    'photo times that are no list, of a visit that is over',
    "UPDATE bar_profiles SET photo_times = '{', last_seen = 1, online_until = 1 WHERE name = 'Ana'",
    'person_unreadable',
  ],
  [
    'secrets that are no list',
    "UPDATE bar_profiles SET secret_hashes = '{' WHERE name = 'Ana'",
    'person_unreadable',
  ],
  ...['{', '[["x"]]', 'null'].map((list): [string, string, string] => [
    `the list "${list}" of connected people`,
    `UPDATE room SET connected = '${list}'`,
    'connected_unreadable',
  ]),
]

const UNREADABLE = `
  SELECT name FROM bar_profiles WHERE secret_hashes = '{' OR photo_times = '{'`

let logged: MockInstance<typeof console.error>
beforeEach(() => {
  stopClock()
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** Ana and Bia have talked, and so have Caio and Davi; Eva misbehaved, Fabi tried a phone, Gil is out. */
async function anEvening() {
  const [bar, ana, bia, caio, davi] = await Bar.seated('Ana', 'Bia', 'Caio', 'Davi')
  for (const text of ['um', 'dois', 'três']) await ana.deliver(bia, text)
  await caio.deliver(davi, 'nós')
  const eva = await bar.seat('Eva')
  eva.page.send('nonsense')
  await eva.page.get('refused')
  const gil = await bar.admit('Gil')
  await bar.admit('Hugo', { phone: PHONE })
  await bar.room.remove(gil.id, '00000000-0000-4000-8000-00000000000a', 'other')
  const fabi = await bar.admit('Fabi', { phone: PHONE })
  await bar.room.remove(fabi.id, '00000000-0000-4000-8000-00000000000a', 'other')
  await bar.ring()
  return { bar, ana, bia, caio, davi, eva, gil }
}
const PHONE = '+5511987654321'

test.each(MISFITS)('R8 the room refuses to store %s', async (statement) => {
  const { bar } = await anEvening()
  await expect(bar.sql(statement)).rejects.toThrow('cannot store')
})

test.each(POISONS)(
  'R8 %s, read by everything, costs nobody else anything',
  async (_, statement, event) => {
    const { bar, ana, bia, caio, davi, eva, gil } = await anEvening()
    const written = await runInDurableObject(bar.room, (_room, { storage }) => {
      const cursor = storage.sql.exec(statement)
      cursor.toArray()
      return cursor.rowsWritten
    })
    expect(written).toBeGreaterThan(0)
    await bar.sleep()

    // The person of the poisoned row gets an answer, whatever it is.
    const asked = [
      bar.room.ownData(ana.visit),
      bar.room.countedHours(),
      bar.room.recognise(gil.device),
      bar.room.continueAs(eva.device),
      bar.enter(new Person(bar, 'Outra'), { phone: PHONE }),
      Promise.resolve(bar.room.readSection({ accountId: '', role: 'owner' })),
    ]
    await Promise.allSettled(asked)
    for (const person of [ana, bia, eva]) await person.connect()
    for (const { page } of [ana, bia]) expect(page.closed ?? page.all('snapshot')[0]).toBeDefined()
    for (const [one, other] of [
      [ana, bia],
      [bia, ana],
    ] as const) {
      if (!one.page.closed) await one.page.history(other.id, { after: 1 })
    }
    if (!ana.page.closed) ana.say(bia, 'e agora?')
    bia.page.send({ type: 'read', personId: ana.id, through: 3 })
    await ana.page.until(
      () => ana.page.closed ?? ana.page.all('stored')[0] ?? ana.page.all('refused')[0],
    )
    await bar.ring()

    // Everybody else goes on in the same wake of the room: nothing has reset it.
    const page = await caio.connect()
    const { people, epoch, conversations } = await page.get('snapshot')
    const names = people.map(({ name }) => name).filter((name) => !/^(?:Ana|Outra)$/.test(name))
    expect(names.sort()).toEqual(['Bia', 'Davi', 'Eva', 'Hugo'])
    expect(conversations).toEqual([{ personId: davi.id, unread: 0 }])
    await caio.deliver(davi, 'tudo bem?')
    await bar.room.edit(davi.visit, { table: '9' })
    expect((await page.get('events')).epoch).toBe(epoch)
    expect(await bar.textsFor(davi, caio)).toEqual(['nós', 'tudo bem?'])
    await bar.ring()
    const alarm = await bar.alarm()
    // It would never be forgotten, nor the room.
    expect(await bar.sql(UNREADABLE)).toEqual([])
    expect(alarm).toBeGreaterThan(Date.now() + 1_000)
    expect(alarm).toBeLessThanOrEqual(Date.now() + TIMINGS.heardWithinMs)
    const events = logged.mock.calls.map(([line]) => JSON.parse(String(line)).event)
    if (event) expect(events).toContain(event)
  },
)
