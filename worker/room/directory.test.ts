import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { comparePlaces } from '#contract/people-order.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { PeopleCursor } from '#contract/protocol.ts'
import { noteFigures } from '#test/cast/figures.ts'
import { fillBar } from '#test/cast/full-bar.ts'
import { Venue } from '#test/cast/guest.ts'
import { stopClock } from '#test/support/stopped-clock.ts'
import { Directory } from './directory.ts'

beforeEach(stopClock)

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const aPerson = (number: number, changes: Partial<PublicPerson> = {}): PublicPerson => ({
  ...{ id: id(number), name: `Pessoa ${number}`, table: '1', photo: null, interest: 'all' },
  online: number % 3 === 0,
  ...changes,
})

/** Everybody, page after page. */
function readAll(directory: Directory, self = 'nobody'): PublicPerson[] {
  const people: PublicPerson[] = []
  let next: PeopleCursor | null = null
  do {
    const page = directory.page(next, self)
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
        const directory = new Directory(() => [])
        const expected = new Map<string, PublicPerson>()
        for (const { number, ...rest } of changes) {
          const person = aPerson(number, rest)
          if (expected.has(person.id) && rest.name === '🍺') {
            directory.remove(person.id)
            expected.delete(person.id)
          } else {
            directory.put(person)
            expected.set(person.id, person)
          }
        }
        expect(readAll(directory)).toEqual([...expected.values()].sort(comparePlaces))
        const online = [...expected.values()].filter((person) => person.online).length
        expect(directory.counts).toEqual({ total: expected.size, online })
      },
    ),
  )
})

test('a page goes on at its place though people come and go between', () => {
  const directory = new Directory(() =>
    Array.from({ length: 100 }, (_, number) => aPerson(number, { online: true })),
  )
  const first = directory.page(null, id(0))
  expect(first.people).toHaveLength(LIMITS.peoplePage)
  directory.remove(first.people.at(-1)?.id ?? '')
  directory.put(aPerson(500, { name: 'Aaa', online: true }))
  const second = directory.page(first.next, id(0))
  const seen = new Set(first.people.map((person) => person.id))
  expect(second.people.filter((person) => seen.has(person.id))).toEqual([])
  expect(second.people).toHaveLength(LIMITS.peoplePage)
})

test('a search finds by name without accents and case, and by the whole table', () => {
  const directory = new Directory(() => [
    aPerson(1, { name: 'João Ângelo' }),
    aPerson(2, { name: 'Angela', table: '12' }),
    aPerson(3, { name: 'Bia', table: '1' }),
  ])
  const find = (text: string) => directory.search(text, id(9)).map(({ name }) => name)
  expect(find('ANGEL').sort()).toEqual(['Angela', 'João Ângelo'])
  expect(find('12')).toEqual(['Angela'])
  expect(find('ninguém')).toEqual([])
})

test.for([50, 500, 5_000])(
  'B4 entering a bar of %i is at most 8 kB until the first screen is complete',
  async (count, context) => {
    const venue = await Venue.open()
    const ana = await venue.admit('Ana')
    await fillBar(venue, count)
    const page = await ana.connect()
    const { people, next, total } = await page.get('snapshot')
    expect(total).toBe(count + 1)
    expect(people.length).toBe(LIMITS.peoplePage)
    expect(next).not.toBeNull()
    const bytes = page.raw.reduce((sum, frame) => sum + new TextEncoder().encode(frame).length, 0)
    noteFigures(context, { [`bytes until the first screen, ${count} people`]: bytes })
    expect(bytes).toBeLessThanOrEqual(8_000)
  },
)

test('T15 however often somebody searches, nobody’s name is made ready twice', () => {
  const people = Array.from({ length: 1_000 }, (_, number) => aPerson(number))
  const directory = new Directory(() => people)
  const made = vi.spyOn(String.prototype, 'normalize')
  expect(directory.search('ninguém', 'nobody')).toEqual([])
  expect(made.mock.calls.length).toBeGreaterThanOrEqual(people.length)
  made.mockClear()
  for (let turn = 0; turn < 20; turn += 1) directory.search(`ninguém ${turn}`, 'nobody')
  expect(made.mock.calls.length).toBeLessThan(people.length / 10)
  directory.put(aPerson(7, { name: 'Ninguém 7' }))
  expect(directory.search('ninguem 7', 'nobody').map(({ name }) => name)).toEqual(['Ninguém 7'])
  expect(directory.search('pessoa 7', 'nobody').map(({ name }) => name)).not.toContain('Pessoa 7')
})

test('everybody is reached by page, search and name over the socket', async () => {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana')
  await fillBar(venue, 100)
  const page = await ana.connect()
  const known = new Set((await page.get('snapshot')).people.map((person) => person.id))
  let next = (await page.get('snapshot')).next
  for (let pages = 1; next; pages += 1) {
    page.send({ type: 'page', after: next })
    await page.until(() => page.all('page').length === pages)
    const last = page.all('page').at(-1)
    for (const person of last?.people ?? []) known.add(person.id)
    next = last?.next ?? null
  }
  expect(known.size).toBe(100)
  page.send({ type: 'search', text: 'pessoa 77' })
  const found = await page.get('found', ({ asked }) => asked === 'pessoa 77')
  expect(found.people.map(({ name }) => name)).toEqual(['Pessoa 77'])
  const [wanted] = found.people
  page.send({ type: 'find', personId: wanted?.id })
  expect((await page.get('found', ({ asked }) => asked === wanted?.id)).people).toEqual([wanted])
  page.send({ type: 'find', personId: id(9_999) })
  expect((await page.get('found', ({ asked }) => asked === id(9_999))).people).toEqual([])
})
