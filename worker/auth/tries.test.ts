import { expect, test } from 'vitest'
import { readTriesPerNetwork } from './tries.ts'

const read = (text: string) => readTriesPerNetwork({ LOGIN_TRIES_PER_NETWORK: text })

test('the tries of a network are a setting', () => {
  expect(read('30')).toBe(30)
})

test.each(['', '0', '-1', '3.5', '30 tries', '1e3', 'NaN'])(
  'T28 %j is no number of tries and is not taken for one',
  (text) => {
    expect(() => read(text)).toThrow()
  },
)
