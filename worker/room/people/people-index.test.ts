import { runInDurableObject } from 'cloudflare:test'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import { comparePlaces } from '#contract/people-order.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { PeopleCursor } from '#contract/protocol.ts'
import { aPerson, idOf as id } from '#test/fakes/room.ts'
import { noteFigures } from '#test/worker/figures.ts'
import { fillBar, insertMessages, insertPerson } from '#test/worker/full-bar.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { anIndex } from '#test/worker/room-parts.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import type { PersonChange } from '#worker/room/effects.ts'
import type { PeopleIndex } from './people-index.ts'

beforeEach(stopClock)

/** Everybody, page after page. */
function readAll(index: PeopleIndex, self = 'nobody'): PublicPerson[] {
  const people: PublicPerson[] = []
  let next: PeopleCursor | null = null
  do {
    const page = index.page(next, self)
    people.push(...page.people)
    next = page.next
  } while (next)
  return people
}

const aName = fc.constantFrom(
  'Ana',
  'ana',
  'Ána',
  'Bia',
  'Zé',
  'zeca',
  'Pessoa 2',
  'Pessoa 10',
  '🍺',
)

test('the pages together are everybody once, the online ones first, each by name', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ number: fc.nat(200), name: aName, online: fc.boolean() })),
      (changes) => {
        const { index, change, leave } = anIndex()
        const expected = new Map<string, PublicPerson>()
        for (const { number, ...rest } of changes) {
          const person = aPerson(number, rest)
          if (expected.has(person.id) && rest.name === '🍺') {
            index.apply(leave(person.id))
            expected.delete(person.id)
          } else {
            index.apply(change(person))
            expected.set(person.id, person)
          }
        }
        expect(readAll(index)).toEqual([...expected.values()].sort(comparePlaces))
        const online = [...expected.values()].filter((person) => person.online).length
        expect(index.counts).toEqual({ total: expected.size, online })
      },
    ),
  )
})

test('a change sends pages the difference from what they know, or nothing without one', () => {
  const ana = aPerson(1, { online: false })
  const { index, enter, change, leave } = anIndex([ana])
  const told = (of: PersonChange) => index.apply(of)
  expect(told(change(ana))).toBeNull()
  const online = { ...ana, online: true }
  expect(told(change(online))).toEqual({ kind: 'presence', person: online })
  const edited = { ...online, table: '9' }
  expect(told(change(edited))).toEqual({ kind: 'changed', person: edited })
  expect(told(change(edited))).toBeNull()
  // A page is about to be accepted: others are told before it counts.
  expect(told({ ...change(edited), online: true } as PersonChange)).toMatchObject({
    kind: 'presence',
  })
  const bia = aPerson(2)
  expect(told(enter(bia))).toEqual({ kind: 'entered', person: bia })
  expect(told(leave(bia.id))).toEqual({ kind: 'left', personId: bia.id, name: bia.name })
  // A row that is gone or unlisted.
  leave(ana.id)
  const gone: PersonChange = { kind: 'changed', personId: ana.id }
  expect([told(gone), told(gone)]).toEqual([{ kind: 'unlisted', personId: ana.id }, null])
  expect(told(change(edited))).toEqual({ kind: 'presence', person: edited })
})

test('T52 the next page follows the last person of the page before, or begins again if that one left', () => {
  const { index, change, leave } = anIndex(
    Array.from({ length: 100 }, (_, number) => aPerson(number, { online: true })),
  )
  const first = index.page(null, id(0))
  expect(first.people).toHaveLength(LIMITS.peoplePage)
  index.apply(leave(first.people.at(-2)?.id ?? ''))
  index.apply(change(aPerson(500, { name: 'Aaa', online: true })))
  const last = first.people.at(-1)
  if (last) index.apply(change({ ...last, online: false }))
  const second = index.page(first.next, id(0))
  const seen = new Set(first.people.map((person) => person.id))
  expect(second.people.filter((person) => seen.has(person.id))).toEqual([])
  expect(second.people).toHaveLength(LIMITS.peoplePage)
  index.apply(leave(last?.id ?? ''))
  expect(index.page(first.next, id(0)).people.slice(1, 20)).toEqual(first.people.slice(0, 19))
})

test('newcomers are who is online and came in the last ten minutes, the newest first, twenty at most', () => {
  const { index, enter, leave } = anIndex([aPerson(0, { online: true })])
  const now = 1_000 * MINUTE_MS
  const come = (number: number, minutesAgo: number, online = true) => {
    vi.setSystemTime(now - minutesAgo * MINUTE_MS)
    index.apply(enter(aPerson(number, { online })))
  }
  const who = () => index.newcomers(id(9), now).map(({ personId, ageMs }) => [personId, ageMs])
  come(1, 10)
  come(2, 9)
  come(3, 5, false)
  come(9, 4)
  come(4, 1)
  come(5, 0)
  index.apply(leave(id(5)))
  expect(who()).toEqual([
    [id(4), MINUTE_MS],
    [id(2), 9 * MINUTE_MS],
  ])
  for (let number = 100; number < 200; number += 1) come(number, 0)
  expect(who()).toHaveLength(LIMITS.newcomers)
  // Those of one moment by id.
  expect(who()[0]).toEqual([id(100), 0])
})

test('a search finds by name without accents and case, and by the whole table', () => {
  const { index } = anIndex([
    aPerson(1, { name: 'João Ângelo' }),
    aPerson(2, { name: 'Angela', table: '12' }),
    aPerson(3, { name: 'Bia', table: '1' }),
  ])
  const find = (text: string) => index.search(text, id(9)).map(({ name }) => name)
  expect(find('ANGEL').sort()).toEqual(['Angela', 'João Ângelo'])
  expect(find('12')).toEqual(['Angela'])
  expect(find('ninguém')).toEqual([])
})

const LAST_LINE =
  'Bora dividir uma porção de bolinho? Tô na mesa 12, do lado do palco, de camisa azul'

/** Ten people write to Ana, and ten others enter. */
async function beginEvening(bar: Bar, ana: Person): Promise<void> {
  const now = Date.now()
  await runInDurableObject(bar.room, (_, { storage: { sql } }) => {
    for (let number = 90_000; number < 90_010; number += 1) {
      insertPerson(sql, number, { enteredAt: now - 30 * MINUTE_MS })
      insertMessages(sql, id(number), ana.id, Array(3).fill(LAST_LINE))
      insertPerson(sql, number + 100, { enteredAt: now - MINUTE_MS })
    }
    sql.exec(
      'UPDATE bar_profiles SET entered_at = ? WHERE id < ?',
      now - 30 * MINUTE_MS,
      id(90_000),
    )
  })
  await bar.sleep()
}

test.for([50, 500, 5_000])(
  'B4 entering a bar of %i, with ten conversations and ten newcomers, is at most 8 kB until the first screen is complete',
  async (count, context) => {
    const [bar, ana] = await Bar.admitted('Ana')
    await fillBar(bar, count)
    await beginEvening(bar, ana)
    const page = await ana.connect()
    const { people, next, total, conversations, lastLines, newcomers } = await page.get('snapshot')
    expect(total).toBe(count + 21)
    expect(conversations.map(({ unread }) => unread)).toEqual(Array(10).fill(3))
    expect(lastLines).toHaveLength(10)
    expect(lastLines[0]).toMatchObject({
      text: `${LAST_LINE.slice(0, 80).trimEnd()}…`,
      isOwn: false,
    })
    expect(newcomers).toHaveLength(10)
    const known = new Set(people.map(({ id: personId }) => personId))
    for (const { personId } of [...conversations, ...newcomers])
      expect(known.has(personId)).toBe(true)
    expect(people.length).toBeGreaterThan(20)
    expect(next).not.toBeNull()
    await page.settle()
    const raw = page.raw.slice(0, -1)
    const bytes = raw.reduce((sum, frame) => sum + new TextEncoder().encode(frame).length, 0)
    noteFigures(context, { [`bytes until the first screen, ${count} people`]: bytes })
    expect(bytes).toBeLessThanOrEqual(8_000)
  },
)

test('T15 however often somebody searches, nobody’s name is made ready twice', () => {
  const people = Array.from({ length: 1_000 }, (_, number) => aPerson(number))
  const { index, change } = anIndex(people)
  const made = vi.spyOn(String.prototype, 'normalize')
  expect(index.search('ninguém', 'nobody')).toEqual([])
  expect(made.mock.calls.length).toBeGreaterThanOrEqual(people.length)
  made.mockClear()
  for (let turn = 0; turn < 20; turn += 1) index.search(`ninguém ${turn}`, 'nobody')
  expect(made.mock.calls.length).toBeLessThan(people.length / 10)
  index.apply(change(aPerson(7, { name: 'Ninguém 7' })))
  expect(index.search('ninguem 7', 'nobody').map(({ name }) => name)).toEqual(['Ninguém 7'])
  expect(index.search('pessoa 7', 'nobody').map(({ name }) => name)).not.toContain('Pessoa 7')
})

test('T15 one search looks at a bounded number of people, online people first', () => {
  const people = Array.from({ length: 30 }, (_, number) =>
    aPerson(number, { online: number >= 20, name: `Pessoa ${String(number).padStart(2, '0')}` }),
  )
  const names = anIndex(people, 15)
    .index.search('pessoa', 'nobody')
    .map(({ name }) => name)
  expect(names).toHaveLength(15)
  expect(names.slice(0, 10)).toEqual(people.slice(20).map(({ name }) => name))
})
