import { expect, test } from 'vitest'
import { ArrivalToasts } from './arrival-toasts.ts'

/** Toasts, and what was shown in them. */
function start() {
  const shown: unknown[][] = []
  const toasts = new ArrivalToasts({
    show: ({ title, description, hint }) => shown.push([title, description, hint]),
    dismiss: () => {},
  })
  return { shown, toasts }
}

const at = (barId: string, ...names: string[]) => names.map((name) => ({ barId, name }))

test('arrivals and departures are shown of known bars only, and one for many names the bar if they are in one', () => {
  const one = start()
  const arrivals = {
    entered: [...at('A', 'Ana'), ...at('Z', 'Zoé')],
    left: [...at('A', 'Bia'), ...at('Z', 'Zoé')],
  }
  one.toasts.show(arrivals, new Map([['A', 'Bar da Ana']]), false)
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
    several.toasts.show({ entered, left: [] }, bars, true)
  expect(several.shown.map(([, ...text]) => text)).toEqual([
    ['Ana entrou no bar.', 'Bar da Ana'],
    ['+4 pessoas entraram no bar.', 'Bar da Ana'],
    ['+5 pessoas entraram no bar.', undefined],
  ])
})
