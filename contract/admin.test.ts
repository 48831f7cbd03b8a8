import * as v from 'valibot'
import { expect, test } from 'vitest'
import { newPasswordSchema } from './admin.ts'
import { LIMITS } from './limits.ts'

const takes = (password: string): boolean => v.is(newPasswordSchema, password)

test('a new password has its fewest characters at least, and 256 at most', () => {
  expect(LIMITS.passwordCharactersMin).toBeGreaterThanOrEqual(12)
  const fewest = LIMITS.passwordCharactersMin
  const taken = [fewest - 1, fewest, 256, 257].map((length) => takes('é'.repeat(length)))
  expect(taken).toEqual([false, true, true, false])
})

test.each([
  ['letters alone', 'sambanacalcada'],
  ['digits alone', '314159265358979'],
  ['spaces', 'samba na calçada às quintas'],
  ['other scripts and emoji', '酒場で会いましょう、金曜の夜に🎉'],
  ['quotes and control of SQL', `'; DROP TABLE "admins" --`],
])('a new password may consist of %s', (_, password) => {
  expect(takes(password)).toBe(true)
})
