import * as v from 'valibot'
import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { photoDataSchema } from '#contract/profile-form.ts'
import { fromDataUrl, toDataUrl, withThumbnail } from './photo.ts'

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

test('a photo whose thumbnail cannot be made is sent without one', async () => {
  const photo = 'data:image/webp;base64,AAAA'
  expect(await withThumbnail({ name: 'Ana', photo })).toEqual({
    name: 'Ana',
    photo,
    thumbnail: null,
  })
  expect(await withThumbnail({ name: 'Ana', photo: null })).toEqual({ name: 'Ana', photo: null })
})
