import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { MoveToasts } from '#web/ui/toast/grouped-toasts.ts'
import type { ToastRequest } from '#web/ui/toast/toast-store.ts'
import { ARRIVAL_TEXTS, toNamed } from './arrival-toasts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Toasts, and what was shown in them. */
function start() {
  const shown: unknown[][] = []
  const screen = {
    show: ({ title, description, hint }: ToastRequest) => shown.push([title, description, hint]),
    update: (_: number, { description, hint }: Pick<ToastRequest, 'description' | 'hint'>) =>
      shown.push([undefined, description, hint]) > 0,
  }
  const toasts = new MoveToasts(screen, ARRIVAL_TEXTS, TIMINGS.entryToastWindowMs)
  const show = (...told: Parameters<typeof toNamed>) => toasts.show(toNamed(...told))
  return { shown, show }
}

const at = (barId: string, ...names: string[]) => names.map((name) => ({ barId, name }))

test('arrivals and departures are shown of known bars only, and a joined one names the bar if it is the only one', () => {
  const one = start()
  const arrivals = {
    entered: [...at('A', 'Ana'), ...at('Z', 'Zoé')],
    left: [...at('A', 'Bia'), ...at('Z', 'Zoé')],
  }
  one.show(arrivals, new Map([['A', 'Bar da Ana']]), false)
  expect(one.shown).toEqual([
    ['Novo cliente!', 'Ana entrou no bar.', undefined],
    ['Cliente saiu', 'Bia saiu do bar.', undefined],
  ])

  const several = start()
  const bars = new Map([
    ['A', 'Bar da Ana'],
    ['B', 'Boteco do Beto'],
  ])
  for (const entered of [at('A', 'Ana'), at('A', 'Bia', 'Caio', 'Davi'), at('B', 'Eva')])
    several.show({ entered, left: [] }, bars, true)
  expect(several.shown.map(([, ...text]) => text)).toEqual([
    ['Ana entrou no bar.', 'Bar da Ana'],
    ['Ana, Bia e mais 2 entraram no bar.', 'Bar da Ana'],
    ['Ana, Bia e mais 3 entraram no bar.', undefined],
  ])
})
