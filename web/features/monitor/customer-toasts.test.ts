import { expect, test } from 'vitest'
import { CustomerToasts } from './customer-toasts.ts'

test('who comes and goes is told of known bars alone', () => {
  const shown: string[] = []
  const toasts = new CustomerToasts({
    show: ({ title, description }) => shown.push(`${title} ${description}`),
    dismiss: () => {},
  })
  const movements = {
    entered: [
      { barId: 'A', name: 'Ana' },
      { barId: 'Z', name: 'Zoé' },
    ],
    left: [
      { barId: 'A', name: 'Bia' },
      { barId: 'Z', name: 'Zoé' },
    ],
  }
  toasts.tell(movements, (barId) => barId === 'A')
  expect(shown).toEqual(['Novo cliente! Ana entrou no bar.', 'Cliente saiu Bia saiu do bar.'])
})
