import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { newBarSchema } from '#contract/bar-form.ts'
import { barIdSchema } from '#contract/bar-id.ts'
import { aNewBar } from '#test/fakes/bars.ts'
import { AN_ADMIN, actsIn, anAct } from '#test/worker/admin.ts'
import { createBar, mintBarId } from './new-bars.ts'

const make = (mintId: () => string) =>
  createBar(
    env.DB,
    AN_ADMIN,
    v.parse(newBarSchema, aNewBar()),
    'https://brinde.test',
    anAct({ kind: 'bar_made' }),
    mintId,
  )

test('a taken code is replaced by the next one, and only taken codes are a fault', async () => {
  const codes = ['AAAAAA', 'AAAAAA', 'AAAAAA', 'BBBBBB']
  const next = () => codes.shift() ?? 'CCCCCC'
  expect([(await make(next)).bar.id, (await make(next)).bar.id]).toEqual(['AAAAAA', 'BBBBBB'])
  expect(codes).toEqual([])
  for (const barId of ['AAAAAA', 'BBBBBB']) expect(await actsIn(barId)).toHaveLength(1)
  await expect(make(() => 'AAAAAA')).rejects.toThrow('no free code')
})

test('a code of digits alone is not given out', () => {
  const bytes = [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 8]
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((one) => {
    if (one instanceof Uint8Array) one[0] = bytes.shift() ?? 0
    return one
  })
  expect(mintBarId()).toBe('23456A')
})

test('codes are well-formed, use the full alphabet and hardly repeat', () => {
  const codes = Array.from({ length: 5_000 }, mintBarId)
  for (const code of codes) expect(v.is(barIdSchema, code)).toBe(true)
  // There are 729 million codes: one run in sixty repeats a pair by chance, one in 10^6 three.
  expect(codes.length - new Set(codes).size).toBeLessThan(3)
  const first = new Map<string, number>()
  for (const [letter] of codes) first.set(letter ?? '', (first.get(letter ?? '') ?? 0) + 1)
  expect(first.size).toBe(30)
  for (const count of first.values()) expect(Math.abs(count - 5_000 / 30)).toBeLessThan(85)
})
