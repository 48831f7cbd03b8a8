import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import {
  countBytes,
  cutText,
  isSmall,
  readText,
  toInitial,
  toLine,
  toParagraphs,
} from './plain-text.ts'

test.each([
  ['a', 1],
  ['\x7f', 1],
  ['\x80', 2],
  ['\u07ff', 2],
  ['\u0800', 3],
  ['\uffff', 3],
  ['\u{10000}', 4],
])('%j has as many bytes as UTF-8 gives it: %i', (text, bytes) => {
  expect(countBytes(text)).toBe(bytes)
  expect(new TextEncoder().encode(text)).toHaveLength(bytes)
})

test('a text is small up to its units and its bytes, both', () => {
  const size = { graphemes: 9, units: 4, bytes: 6 }
  expect(isSmall('abcd', size)).toBe(true)
  expect(isSmall('abcde', size)).toBe(false)
  expect(isSmall('ééé', size)).toBe(true)
  expect(isSmall('éééa', size)).toBe(false)
})

test('T41 a grapheme has at most 16 code points', () => {
  const size = { graphemes: 2, units: 200, bytes: 400 }
  // Joined emoji are one grapheme; each adds a code point and its joiner.
  const joined = (people: number) => Array.from({ length: people }, () => '👩').join('\u200d')
  const most = `${joined(8)}\ufe0f`
  expect([...most]).toHaveLength(LIMITS.graphemeCodePoints)
  expect(readText(most, size, toLine)).toBe(most)
  expect(readText(joined(9), size, toLine)).toBeNull()
})

test('a tab is a space, each kind of line end is one, and three are two', () => {
  expect(toParagraphs('a\tb')).toBe('a b')
  expect(toParagraphs('a\r\nb\rc\u2028d')).toBe('a\nb\nc\nd')
  expect(toParagraphs('a  \nb')).toBe('a\nb')
  expect(toParagraphs('a\n\n\n\nb')).toBe('a\n\nb')
})

test.each([
  ['what fits stays', 'abc', 3, 'abc'],
  ['what is longer ends in an ellipsis', 'abcd', 3, 'abc…'],
  ['lines become one', 'a\nb', 3, 'a b'],
  ['a cut before a space leaves none', 'ab cd', 3, 'ab…'],
  ['as many graphemes as are wanted stay whole', '👍🏽👍🏽', 4, '👍🏽👍🏽'],
  ['graphemes of two units fit', '😀😀😀', 3, '😀😀😀'],
  ['long graphemes count by their units', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 6, '👩‍👩‍👧‍👦…'],
])('in a cut %s', (_, text, most, cut) => {
  expect(cutText(text, most)).toBe(cut)
})

test.each([
  ['ana', 'A'],
  ['élio', 'É'],
  ['ılgaz', 'I'],
  ['👩‍👩‍👧‍👦 família', '👩‍👩‍👧‍👦'],
  ['', ''],
])('the initial of %j is %j', (name, initial) => {
  expect(toInitial(name)).toBe(initial)
})
