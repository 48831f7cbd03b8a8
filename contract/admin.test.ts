import * as v from 'valibot'
import { expect, test } from 'vitest'
import { newPasswordSchema } from './admin.ts'
import { LIMITS } from './limits.ts'

const takes = (password: string): boolean => v.is(newPasswordSchema, password)

test('a new password has between the minimum and 256 characters of any kind', () => {
  expect(LIMITS.passwordCharactersMin).toBeGreaterThanOrEqual(12)
  const fewest = LIMITS.passwordCharactersMin
  const taken = [fewest - 1, fewest, 256, 257].map((length) => takes('é'.repeat(length)))
  expect(taken).toEqual([false, true, true, false])
  for (const password of [
    'sambanacalcada',
    '314159265358979',
    'samba na calçada às quintas',
    '酒場で会いましょう、金曜の夜に🎉',
    `'; DROP TABLE "admins" --`,
  ])
    expect([password, takes(password)]).toEqual([password, true])
})
