import * as v from 'valibot'
import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { photoDataSchema } from '#contract/person.ts'
import { fitInside, fromDataUrl, toDataUrl } from './photo-size.ts'

test('the longest side is what is limited; small pictures and thin ones stay whole', () => {
  expect(fitInside({ width: 4_000, height: 3_000 }, 512)).toEqual({ width: 512, height: 384 })
  expect(fitInside({ width: 3_000, height: 4_000 }, 512)).toEqual({ width: 384, height: 512 })
  expect(fitInside({ width: 100, height: 80 }, 512)).toEqual({ width: 100, height: 80 })
  expect(fitInside({ width: 10_000, height: 3 }, 512)).toEqual({ width: 512, height: 1 })
})

test('a picture of exactly the limit is one that the contract takes', async () => {
  const picture = new Blob([new Uint8Array(LIMITS.photoBytes).fill(255)], { type: 'image/webp' })
  const data = await toDataUrl(picture)
  expect(data.startsWith('data:image/webp;base64,////')).toBe(true)
  expect(v.is(photoDataSchema, data)).toBe(true)
  expect(fromDataUrl(data)).toMatchObject({ size: LIMITS.photoBytes, type: 'image/webp' })
})

test.each(['', 'data:text/html;base64,AAAA', 'data:image/png;base64,%%%'])(
  '%j is no picture',
  (data) => {
    expect(fromDataUrl(data)).toBeNull()
  },
)
