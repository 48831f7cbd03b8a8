import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RoomEvent } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { ANA, aPerson } from '#test/fakes/room.ts'
import { MoveToasts } from '#web/ui/toast/grouped-toasts.ts'
import { ToastStore } from '#web/ui/toast/toast-store.ts'
import { MOVE_TEXTS, toMoves } from './people-toasts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Toasts in a store of their own, and what it shows. */
function aScreen() {
  const store = new ToastStore()
  const toasts = new MoveToasts(store, MOVE_TEXTS, TIMINGS.entryToastWindowMs)
  const see = (...events: RoomEvent[]) => toasts.show(toMoves(events, ANA.id))
  const shown = () => {
    const toast = store.read()
    return toast && `${toast.title}: ${toast.description}`
  }
  return { see, shown, toasts }
}

const enters = (number: number): RoomEvent => ({ kind: 'entered', person: aPerson(number) })
const leaves = (number: number): RoomEvent => ({
  ...({ kind: 'left', personId: aPerson(number).id } as const),
  name: `Pessoa ${number}`,
})

test('a person who enters or leaves is named, one after the other', () => {
  const { see, shown } = aScreen()
  see(enters(2), leaves(3))
  expect(shown()).toBe('Novo usuário: Pessoa 2 entrou no bar')
  vi.advanceTimersByTime(4_000)
  expect(shown()).toBe('Usuário saiu: Pessoa 3 saiu do bar')
})

test('oneself, presence, changed and unlisted profiles give no toast', () => {
  const { see, shown } = aScreen()
  see(
    { kind: 'entered', person: ANA },
    { kind: 'left', personId: ANA.id, name: 'Ana' },
    { kind: 'left', personId: aPerson(3).id, name: '' },
    { kind: 'presence', person: aPerson(2) },
    { kind: 'changed', person: aPerson(2) },
  )
  expect(shown()).toBeNull()
})

test('people who follow join the toast that is shown', () => {
  const { see, shown } = aScreen()
  see(enters(2))
  vi.advanceTimersByTime(1_000)
  see(enters(3))
  expect(shown()).toBe('Novo usuário: Pessoa 2 e Pessoa 3 entraram no bar')
  vi.advanceTimersByTime(1_000)
  see(enters(4), enters(5))
  expect(shown()).toBe('Novo usuário: Pessoa 2, Pessoa 3 e mais 2 entraram no bar')
  vi.advanceTimersByTime(2_000)
  expect(shown()).toBeNull()
})

test('people who follow a toast that is gone share one 15 s after it came', () => {
  const { see, shown } = aScreen()
  see(leaves(2))
  vi.advanceTimersByTime(6_000)
  see(leaves(3))
  vi.advanceTimersByTime(6_000)
  see(leaves(4))
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(3_000)
  expect(shown()).toBe('Usuário saiu: Pessoa 3 e Pessoa 4 saíram do bar')
})

test('after 15 s without anybody the next one has a toast at once', () => {
  const { see, shown } = aScreen()
  see(enters(2))
  vi.advanceTimersByTime(15_000)
  see(enters(3))
  expect(shown()).toBe('Novo usuário: Pessoa 3 entrou no bar')
})

test('a list that is left says nothing more', () => {
  const { see, shown, toasts } = aScreen()
  see(enters(2))
  vi.advanceTimersByTime(5_000)
  see(enters(3))
  toasts.end()
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBeNull()
})
