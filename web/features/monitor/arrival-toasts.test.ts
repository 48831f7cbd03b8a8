import { expect, test } from 'vitest'
import { ArrivalToasts } from './arrival-toasts.ts'

test('arrivals and departures are shown of known bars only', () => {
  const shown: string[] = []
  const toasts = new ArrivalToasts({
    show: ({ title, description }) => shown.push(`${title} ${description}`),
    dismiss: () => {},
  })
  const arrivals = {
    entered: [
      { barId: 'A', name: 'Ana' },
      { barId: 'Z', name: 'Zoé' },
    ],
    left: [
      { barId: 'A', name: 'Bia' },
      { barId: 'Z', name: 'Zoé' },
    ],
  }
  toasts.show(arrivals, new Map([['A', 'Bar da Ana']]))
  expect(shown).toEqual(['Novo cliente! Ana entrou no bar.', 'Cliente saiu Bia saiu do bar.'])
})

test('with several bars a toast names the bar, and one for many only if they are in one', () => {
  const shown: (string | undefined)[][] = []
  const toasts = new ArrivalToasts({
    show: ({ description, hint }) => shown.push([description, hint]),
    dismiss: () => {},
  })
  const bars = new Map([
    ['A', 'Bar da Ana'],
    ['B', 'Boteco do Beto'],
  ])
  const enter = (barId: string, names: string[]) =>
    toasts.show({ entered: names.map((name) => ({ barId, name })), left: [] }, bars)
  enter('A', ['Ana'])
  enter('A', ['Bia', 'Caio', 'Davi'])
  enter('B', ['Eva'])
  expect(shown).toEqual([
    ['Ana entrou no bar.', 'Bar da Ana'],
    ['+4 pessoas entraram no bar.', 'Bar da Ana'],
    ['+5 pessoas entraram no bar.', undefined],
  ])
})
