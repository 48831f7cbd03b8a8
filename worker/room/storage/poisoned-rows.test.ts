import { runInDurableObject } from 'cloudflare:test'
import type { MockInstance } from 'vitest'
import { beforeEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

/** What no version of the room writes, and one day may stand there all the same. */
const POISONS: [what: string, statement: string, event?: string][] = [
  ['a text that is bytes', "UPDATE messages SET text = x'ff' WHERE number = 2"],
  ['a time that is a word', "UPDATE messages SET created_at = 'ontem' WHERE number = 2"],
  ['a sender who is nobody', "UPDATE messages SET sender = 'ninguém' WHERE number = 2"],
  ['an id that is bytes', "UPDATE messages SET id = x'00' WHERE number = 2"],
  ['a read position that is a word', "UPDATE sides SET read_through = 'x', noticed_through = ''"],
  [
    'a conversation of nobody',
    `INSERT INTO sides (person, partner, conversation, is_folded)
      VALUES ('x', '', 1, 1), ('', '', 9, 1), (':', 'x', 9, 0)`,
  ],
  ['an abuse count that is a word', "UPDATE abuse_counts SET count = 'x'"],
  ['an abuse count of no time', "UPDATE abuse_counts SET at = 'ontem'"],
  ['a try of no time', "UPDATE phone_tries SET at = 'ontem', network = x'ff'"],
  ['a peak that is a word', "UPDATE hours SET peak = 'x'"],
  ['an hour that never was', 'INSERT INTO hours VALUES (-9000000000000000, 3, 0, 0)'],
  ['a visit of no end', "UPDATE bar_profiles SET expires_at = 'nunca' WHERE name = 'Ana'"],
  ['a grace of no end', "UPDATE bar_profiles SET online_until = x'ff' WHERE name = 'Ana'"],
  [
    'somebody last seen at no time',
    "UPDATE bar_profiles SET last_seen = 'ontem' WHERE name = 'Ana'",
  ],
  ['a removal of no time', "UPDATE removals SET removed_at = 'ontem'"],
  [
    'photo times that are no list, of somebody whose visit is over',
    "UPDATE bar_profiles SET photo_times = '{', last_seen = 1, online_until = 1 WHERE name = 'Ana'",
    'person_unreadable',
  ],
  [
    'secrets that are no list',
    "UPDATE bar_profiles SET secret_hashes = '{' WHERE name = 'Ana'",
    'person_unreadable',
  ],
  ...['{', '[["x"]]', 'null'].map((list): [string, string, string] => [
    `"${list}" for who was connected`,
    `UPDATE room SET connected = '${list}'`,
    'connected_unreadable',
  ]),
]

const UNREADABLE = `
  SELECT subject FROM abuse_counts WHERE typeof(at) <> 'integer'
  UNION SELECT network FROM phone_tries WHERE typeof(at) <> 'integer'
  UNION SELECT mark FROM removals WHERE typeof(removed_at) <> 'integer'
  UNION SELECT name FROM bar_profiles WHERE typeof(expires_at) <> 'integer'
    OR secret_hashes = '{' OR photo_times = '{'`

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

    // Whoever it is about is answered, with whatever can be.
    const asked = [
      bar.room.history(ana.visit, bia.id, {}),
      bar.room.history(bia.visit, ana.id, { after: 1 }),
      bar.room.ownData(ana.visit),
      bar.room.countedHours(),
      bar.room.recognise(gil.device),
      bar.room.continueAs(eva.device),
      bar.enter(new Person(bar, 'Outra'), { phone: PHONE }),
      Promise.resolve(bar.room.readBoard()),
    ]
    await Promise.allSettled(asked)
    for (const person of [ana, bia, eva]) await person.connect()
    for (const { page } of [ana, bia]) expect(page.closed ?? page.all('snapshot')[0]).toBeDefined()
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
