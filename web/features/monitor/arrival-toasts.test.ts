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
  toasts.show(arrivals, (barId) => barId === 'A')
  expect(shown).toEqual(['Novo cliente! Ana entrou no bar.', 'Cliente saiu Bia saiu do bar.'])
})
