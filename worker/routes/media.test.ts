import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { keepPhoto } from '#test/worker/photos.ts'
import { ask, failureOf, statusOf } from '#test/worker/requests.ts'
import { mintMediaKey } from '#worker/media/keys.ts'
import { erasePhoto } from '#worker/media/photos.ts'

const NAME = 'a1B2c3D4e5F6g7H8i9J0k1'
const REPORT = '7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001'

test('T22 T26 a picture is served only as a picture, and a person’s is cached for five minutes', async () => {
  const { path } = await keepPhoto('picture')
  const [whole, head] = [await ask(path), await ask(path, { method: 'HEAD' })]
  const { length } = 'whole picture'
  expect((await whole.arrayBuffer()).byteLength).toBe(length)
  expect([head.status, await head.text()]).toEqual([200, ''])
  const headers = Object.fromEntries(whole.headers)
  expect(Object.fromEntries(head.headers)).toEqual(headers)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': `inline; filename="${path.split('/').at(-1)}"`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-length': String(length),
    'cache-control': 'private, max-age=300',
  })
})

test('T26 an erased photo is gone at once, and only people’s photos are erased', async () => {
  const { path: photo } = await keepPhoto()
  await erasePhoto(env, photo)
  expect(await failureOf(await ask(photo))).toBe('404 not_found')
  const key = mintMediaKey('logos', 'image/png')
  await env.MEDIA.put(key, 'x', { httpMetadata: { contentType: 'image/png' } })
  const logo = `/media/${key}`
  const others = ['', 'https://evil.example/x', '/media/', `/other/profiles/${NAME}.png`]
  for (const path of [logo, ...others]) {
    await erasePhoto(env, path)
  }
  expect((await ask(logo, { method: 'HEAD' })).status).toBe(200)
})

const NO_PICTURES = ['text/html', 'image/svg+xml', 'image/gif', 'application/javascript', '']
const NO_KEYS = [
  '',
  'logos/',
  `other/${NAME}.png`,
  `logos/${NAME}.svg`,
  `logos/${NAME}.png/`,
  `logos//${NAME}.png`,
  `logos/..%2f${NAME}.png`,
  `LOGOS/${NAME}.png`,
  'logos/short.png',
  `reports/${REPORT}`,
  `reports/${REPORT}.jpg`,
  `logos/${NAME}`,
  `logos/${NAME}.pngx`,
  `xlogos/${NAME}.png`,
]

test.each([
  ...NO_PICTURES.map((type) => [`logos/${NAME}.png`, type]),
  ...NO_KEYS.map((key) => [key, 'image/png']),
])(
  'T22 T26 T58 %s of the type "%s" is not found, even if the bucket has it',
  async (key = '', contentType = '') => {
    await env.MEDIA.put(key || 'none', '<script>alert(1)</script>', {
      httpMetadata: { contentType },
    })
    expect(await failureOf(await ask(`/media/${key}`))).toBe('404 not_found')
    await env.MEDIA.delete(key || 'none')
  },
)

test('a picture answers 304 to its own tag', async () => {
  const { path } = await keepPhoto()
  const etag = (await ask(path, { method: 'HEAD' })).headers.get('ETag') ?? ''
  const again = await ask(path, { headers: { 'If-None-Match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('Cache-Control')).toBe('private, max-age=300')
  const other = { headers: { 'If-None-Match': '"other"' } }
  expect(await statusOf(ask(path, other))).toBe(200)
})

test.each(['abc', '', 'ação', '"', '*', 'W/"x"', '"a", b', ','])(
  'T45 the malformed condition %j breaks no picture',
  async (condition) => {
    const value = encodeURI(condition)
    const { path } = await keepPhoto()
    for (const name of ['If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since']) {
      const answer = await ask(path, { headers: { [name]: value } })
      expect([200, 304, 412]).toContain(answer.status)
      await answer.arrayBuffer()
    }
  },
)
