import { expect, test } from 'vitest'
import { findKey, readKeys, whyUnusable } from './keys.ts'

const [OLD, NEW] = [
  'an-old-key-that-is-just-long-eno',
  'a-new-key-of-this-test-that-is-long-enough',
]

test('a single key is number 1 and has no former key', () => {
  expect(readKeys(OLD)).toEqual({ current: { number: '1', text: OLD }, previous: null })
  expect(findKey(OLD, '1')).toEqual({ number: '1', text: OLD })
  expect([findKey(OLD, '2'), findKey(OLD, '')]).toEqual([null, null])
})

test('the first of two keys signs, and each is found by its number', () => {
  const both = `12:${NEW} 3:${OLD}`
  const [current, previous] = [
    { number: '12', text: NEW },
    { number: '3', text: OLD },
  ]
  expect(readKeys(both)).toEqual({ current, previous })
  expect(['12', '3', '1'].map((number) => findKey(both, number))).toEqual([current, previous, null])
})

const TOO_SHORT = 'A key is shorter than 32 bytes: set a longer one.'
const NEITHER = 'It is neither one key nor "2:NEW 1:OLD".'

test.each([
  ['of 32 bytes', OLD, null],
  ['of two keys', `2:${NEW} 1:${OLD}`, null],
  ['of 31 bytes', OLD.slice(1), TOO_SHORT],
  ['whose former key is short', `2:${NEW} 1:short`, TOO_SHORT],
  ['of nothing', '', NEITHER],
  ['of two keys without numbers', `${NEW} ${OLD}`, NEITHER],
  ['with another sign in it', `${NEW}!`, NEITHER],
  ['with the number 0', `0:${NEW}`, NEITHER],
  ['of three keys', `3:${NEW} 2:${OLD} 1:${OLD}`, NEITHER],
  ['whose keys have one number', `2:${NEW} 2:${OLD}`, 'Both keys have one number.'],
])('a secret %s gets a sentence about its fault, or none', (_, secret, sentence) => {
  expect(whyUnusable(secret)).toBe(sentence)
})
