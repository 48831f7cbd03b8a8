import emoji from 'emoji.json' with { type: 'json' }
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { aNewBar } from '#test/fakes/bars.ts'
import { WRITING_SYSTEMS } from '#test/fakes/writing-systems.ts'
import { newBarSchema } from './bar-form.ts'
import { toCsv } from './csv.ts'
import { messageTextSchema } from './message.ts'
import { isMatch, toSearchText } from './people-search.ts'
import { countGraphemes, cutText, toInitial } from './plain-text.ts'
import { nameSchema } from './profile-form.ts'

test.each(WRITING_SYSTEMS)(
  'O4 %s: a name, a message and a bar arrive as typed',
  (_, name, sentence) => {
    const [typedName, typedSentence] = [name, sentence].map((text) => text.normalize('NFC'))
    expect(v.parse(nameSchema, name)).toBe(typedName)
    expect(v.parse(messageTextSchema, sentence)).toBe(typedSentence)
    const bar = aNewBar({ name, address: sentence, city: name, description: sentence })
    expect(v.parse(newBarSchema, bar)).toMatchObject({
      name: typedName,
      address: typedSentence,
      city: typedName,
      description: typedSentence,
    })
  },
)

test.each(WRITING_SYSTEMS)('O4 %s: a search finds each word of a name', (_, name) => {
  const person = { name, table: '7' }
  const words = [name, ...name.split(' ')]
  const spelt = words.flatMap((word) => [
    word,
    word.toLowerCase(),
    word.toUpperCase(),
    word.normalize('NFD'),
    word.replace(/[\u200c\u200d]/g, ''),
  ])
  expect(spelt.filter((word) => !isMatch(toSearchText(word), person))).toEqual([])
})

test.each([
  ['Işıl', 'isil'],
  ['Weiß', 'weiss'],
  ['ΜΑΡΙΟΣ', 'μαριοσ'],
  ['Ａｎａ', 'ana'],
  ['João', 'joao'],
  ['D’Ávila', "d'avila"],
  ["D'Ávila", 'd’avila'],
  ['D´Ávila', 'd`avila'],
  ['Sant’Ana', 'santana'],
  ['Łukasz', 'lukasz'],
  ['Øystein', 'oystein'],
  ['Đức', 'duc'],
  ['Ħalim', 'halim'],
  ['Ana-Maria', 'ana maria'],
  ['Ana Maria', 'ana-maria'],
  ['Ana\u2011Maria', 'ana-maria'],
  ['مُحَمَّد', 'محمد'],
])('O4 %s is found by %s', (name, typed) => {
  expect(isMatch(toSearchText(typed), { name, table: '7' })).toBe(true)
})

test.each(WRITING_SYSTEMS)('O4 %s: a sheet has the text as it was', (_, name, sentence) => {
  expect(toCsv([[name, sentence]])).toBe(`\uFEFF"${name}";"${sentence}"\r\n`)
})

test('O4 every emoji of Unicode arrives unharmed and counts as one', () => {
  const characters = emoji.map(({ char }) => char)
  const harmed = characters.filter(
    (char) =>
      v.parse(nameSchema, char) !== char ||
      v.parse(messageTextSchema, `${char}${char}`) !== `${char}${char}` ||
      countGraphemes(char) !== 1 ||
      toInitial(char) !== char ||
      cutText(`${char} ${'a'.repeat(40)}`, 20) !== `${char} ${'a'.repeat(18)}…`,
  )
  expect(harmed).toEqual([])
  expect(characters.length).toBeGreaterThan(5_000)
})
