import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RoomEvent } from '#contract/protocol.ts'
import { ANA, aPerson } from '#test/fakes/room.ts'
import { PeopleToasts } from './people-toasts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** What is on the screen after these events, and whatever was at any time. */
function aScreen() {
  const shown = new Map<number, string>()
  const all: string[] = []
  const toasts = new PeopleToasts({
    show({ title, description }) {
      const last = all.push(`${title}: ${description}`)
      shown.set(last, all.at(-1) ?? '')
      return last
    },
    dismiss: (id) => shown.delete(id),
  })
  const see = (...events: RoomEvent[]): string[] => {
    toasts.show(events, ANA.id)
    return [...shown.values()]
  }
  return { see, all }
}

const enters = (number: number): RoomEvent => ({ kind: 'entered', person: aPerson(number) })
const leaves = (number: number): RoomEvent => ({
  ...({ kind: 'left', personId: aPerson(number).id } as const),
  name: `Pessoa ${number}`,
})

test('a person who enters or leaves is named; oneself, presence, changed and unlisted profiles give no toast', () => {
  const shown = aScreen().see(
    enters(2),
    leaves(3),
    { kind: 'entered', person: ANA },
    { kind: 'left', personId: ANA.id, name: 'Ana' },
    { kind: 'left', personId: aPerson(3).id, name: '' },
    { kind: 'presence', person: aPerson(2) },
    { kind: 'changed', person: aPerson(2) },
  )
  const named = ['Novo usuário: Pessoa 2 entrou no bar', 'Usuário saiu: Pessoa 3 saiu do bar']
  expect(shown).toEqual(named)
})

test('more than three within two seconds become one, and later people are named again', () => {
  const { see } = aScreen()
  expect(see(...[2, 3, 4].map(enters))).toHaveLength(3)
  vi.advanceTimersByTime(1_999)
  expect(see(enters(5))).toEqual(['Novo usuário: +4 pessoas entraram no bar'])
  vi.advanceTimersByTime(2_000)
  expect(see(enters(6)).at(-1)).toBe('Novo usuário: Pessoa 6 entrou no bar')
})

test('entries and departures are counted apart; many of both at once give two toasts and no others', () => {
  expect(aScreen().see(...[2, 3, 4].map(enters), leaves(2))).toHaveLength(4)
  const { see, all } = aScreen()
  see(...[2, 3, 4, 5].map(enters), ...[6, 7, 8, 9].map(leaves))
  expect(all).toEqual([
    'Novo usuário: +4 pessoas entraram no bar',
    'Usuário saiu: +4 pessoas saíram do bar',
  ])
})
