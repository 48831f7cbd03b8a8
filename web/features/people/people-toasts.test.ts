import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RoomEvent } from '#contract/protocol.ts'
import { ANA, aPerson } from '#test/fakes/room.ts'
import { PeopleToasts } from './people-toasts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function aScreen() {
  const shown = new Map<number, string>()
  let last = 0
  const toasts = new PeopleToasts({
    show({ title, description }) {
      last += 1
      shown.set(last, `${title}: ${description}`)
      return last
    },
    dismiss: (id) => shown.delete(id),
  })
  return { toasts, read: () => [...shown.values()] }
}

const enters = (number: number): RoomEvent => ({ kind: 'entered', person: aPerson(number) })

test('a person who enters or leaves is named', () => {
  const { toasts, read } = aScreen()
  toasts.show([enters(2), { kind: 'left', personId: aPerson(3).id, name: 'Caio' }], ANA.id)
  expect(read()).toEqual(['Novo usuário: Pessoa 2 entrou no bar', 'Usuário saiu: Caio saiu do bar'])
})

test('oneself, presence and changed profiles give no toast', () => {
  const { toasts, read } = aScreen()
  toasts.show(
    [
      { kind: 'entered', person: ANA },
      { kind: 'left', personId: ANA.id, name: 'Ana' },
      { kind: 'presence', person: aPerson(2) },
      { kind: 'changed', person: aPerson(2) },
    ],
    ANA.id,
  )
  expect(read()).toEqual([])
})

test('more than three within two seconds become one', () => {
  const { toasts, read } = aScreen()
  toasts.show([enters(2), enters(3), enters(4)], ANA.id)
  expect(read()).toHaveLength(3)
  vi.advanceTimersByTime(1_999)
  toasts.show([enters(5)], ANA.id)
  expect(read()).toEqual(['Novo usuário: +4 pessoas entraram no bar'])
})

test('two seconds later people are named again', () => {
  const { toasts, read } = aScreen()
  toasts.show([2, 3, 4, 5].map(enters), ANA.id)
  vi.advanceTimersByTime(2_000)
  toasts.show([enters(6)], ANA.id)
  expect(read().at(-1)).toBe('Novo usuário: Pessoa 6 entrou no bar')
})

test('entries and departures are counted apart', () => {
  const { toasts, read } = aScreen()
  toasts.show([2, 3, 4].map(enters), ANA.id)
  toasts.show([{ kind: 'left', personId: aPerson(2).id, name: 'Caio' }], ANA.id)
  expect(read()).toHaveLength(4)
})

test('many entries and many departures at once give two toasts and no others', () => {
  const said: string[] = []
  const toasts = new PeopleToasts({
    show: ({ description = '' }) => said.push(description),
    dismiss: () => undefined,
  })
  const leaves = (number: number): RoomEvent => ({
    kind: 'left',
    personId: aPerson(number).id,
    name: `Pessoa ${number}`,
  })
  toasts.show([...[2, 3, 4, 5].map(enters), ...[6, 7, 8, 9].map(leaves)], ANA.id)
  expect(said).toEqual(['+4 pessoas entraram no bar', '+4 pessoas saíram do bar'])
})
