import * as v from 'valibot'
import { expect, test } from 'vitest'
import { idSchema } from '#contract/id.ts'
import { mintId } from './mint-id.ts'

test('ids match the contract and differ', () => {
  const ids = Array.from({ length: 1_000 }, mintId)
  expect(ids.every((id) => v.is(idSchema, id))).toBe(true)
  expect(new Set(ids).size).toBe(1_000)
})
