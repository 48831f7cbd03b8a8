import { expect, test } from 'vitest'
import { barPageTexts } from './bar-page.ts'
import * as englishLayers from './en/layers.ts'
import * as english from './en/person.ts'
import * as spanishLayers from './es/layers.ts'
import * as spanish from './es/person.ts'
import * as layers from './layers.ts'
import * as portuguese from './person.ts'

test('a place without a table stands alone in each language, and anything else is a table', () => {
  const labels = (texts: { tableLabel: (table: string) => string }) =>
    Object.keys(barPageTexts.places).map((place) => texts.tableLabel(place))
  expect(labels(portuguese)).toEqual(['No balcão', 'Na pista', 'Em pé'])
  expect(labels(english)).toEqual(['At the bar', 'Dancing', 'Standing'])
  expect(labels(spanish)).toEqual(['En la barra', 'En la pista', 'De pie'])
  for (const table of ['7', 'VIP 2', 'constructor', '__proto__', 'balcão 3']) {
    expect(portuguese.tableLabel(table)).toBe(`Mesa ${table}`)
  }
})

test('the offer of another table is a sentence for tables and places alike', () => {
  expect(layers.offerTable('7', '8')).toBe('Você está na Mesa 7. Mudar para a Mesa 8?')
  expect(layers.offerTable('Em pé', '8')).toBe('Você está em pé. Mudar para a Mesa 8?')
  expect(layers.offerTable('7', 'Balcão')).toBe('Você está na Mesa 7. Ficar no balcão?')
  expect(englishLayers.offerTable('Pista', '8')).toBe('You’re dancing. Move to Table 8?')
  expect(englishLayers.offerTable('7', 'Balcão')).toBe('You’re at Table 7. Stay at the bar?')
  expect(spanishLayers.offerTable('Balcão', '8')).toBe('Estás en la barra. ¿Cambiar a la Mesa 8?')
  expect(spanishLayers.offerTable('7', 'Pista')).toBe('Estás en la Mesa 7. ¿Quedarte en la pista?')
})

test('in Spanish "and" is "e" before a name that begins with its sound', () => {
  expect(spanishLayers.manyEnteredBar('Ana', 'Inés', 0)).toBe('Ana e Inés entraron al bar')
  expect(spanishLayers.manyEnteredBar('Ana', 'Léo', 0)).toBe('Ana y Léo entraron al bar')
})
