import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { bytesOf, toDataUrl } from '#test/fakes/pictures.ts'
import { ask, aVisit, failureOf, statusOf } from '#test/worker/requests.ts'
import { erasePhoto } from '#worker/media/photos.ts'

const NAME = 'a1B2c3D4e5F6g7H8i9J0k1'

/** Stores any content under any type. */
async function keep(folder: string, type: string, body: string | Uint8Array = 'x') {
  const random = crypto.randomUUID().replaceAll('-', '')
  const key = `${folder}/${random}.png`
  await env.MEDIA.put(key, body, { httpMetadata: { contentType: type } })
  return `/media/${key}`
}

async function keepPhoto(): Promise<string> {
  const { person } = await aVisit({ photo: toDataUrl(bytesOf('lossyWebp')) })
  return person.photo ?? ''
}

test('T22 a picture is served as nothing but a picture', async () => {
  const path = await keepPhoto()
  const { status, headers, body } = await ask(path)
  await body?.pipeTo(new WritableStream())
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': `inline; filename="${path.split('/').at(-1)}"`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-length': String(bytesOf('lossyWebp').length),
  })
})

test('T26 a person’s photo is cached privately for five minutes, a bar’s pictures for good', async () => {
  const cacheOf = async (path: string) =>
    (await ask(path, { method: 'HEAD' })).headers.get('Cache-Control')
  expect(await cacheOf(await keepPhoto())).toBe('private, max-age=300')
  for (const folder of ['logos', 'photos']) {
    const path = await keep(folder, 'image/png')
    expect(await cacheOf(path)).toBe('public, max-age=31536000, immutable')
  }
})

test('T26 an erased photo is gone at once', async () => {
  const path = await keepPhoto()
  await erasePhoto(env, path)
  expect(await failureOf(await ask(path))).toBe('404 not_found')
})

test('erasing a photo touches nothing but people’s photos', async () => {
  const logo = await keep('logos', 'image/png')
  for (const path of [
    logo,
    '',
    'https://evil.example/x',
    '/media/',
    `/other/profiles/${NAME}.png`,
  ]) {
    await erasePhoto(env, path)
  }
  expect((await ask(logo, { method: 'HEAD' })).status).toBe(200)
})

test.each(['text/html', 'image/svg+xml', 'image/gif', 'application/javascript', ''])(
  'T22 what is kept as %s is not served',
  async (type) => {
    const path = await keep('logos', type, '<script>alert(1)</script>')
    expect(await failureOf(await ask(path))).toBe('404 not_found')
  },
)

test.each([
  '/media/',
  '/media/logos/',
  `/media/other/${NAME}.png`,
  `/media/logos/${NAME}.svg`,
  `/media/logos/${NAME}.png/`,
  `/media/logos//${NAME}.png`,
  `/media/logos/..%2f${NAME}.png`,
  `/media/LOGOS/${NAME}.png`,
  '/media/logos/short.png',
])('T26 %s is not found, even where the bucket has it', async (path) => {
  const key = path.slice('/media/'.length) || 'none'
  await env.MEDIA.put(key, 'x', { httpMetadata: { contentType: 'image/png' } })
  expect(await failureOf(await ask(path))).toBe('404 not_found')
})

test('T26 a well-formed key without an object is not found', async () => {
  expect(await failureOf(await ask(`/media/logos/${NAME}.png`))).toBe('404 not_found')
})

test('a picture that the browser has is not sent again', async () => {
  const path = await keepPhoto()
  const etag = (await ask(path, { method: 'HEAD' })).headers.get('ETag') ?? ''
  const again = await ask(path, { headers: { 'If-None-Match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('Cache-Control')).toBe('private, max-age=300')
  const other = await ask(path, { headers: { 'If-None-Match': '"other"' } })
  expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, 70])
})

test('a picture is sent under the condition of its own tag, and under another is a 412', async () => {
  const path = await keepPhoto()
  const etag = (await ask(path, { method: 'HEAD' })).headers.get('ETag') ?? ''
  const status = (headers: Record<string, string>, method = 'GET') =>
    statusOf(ask(path, { method, headers }))
  expect(await status({ 'If-Match': etag })).toBe(200)
  expect(await status({ 'If-Match': `"x", ${etag}` })).toBe(200)
  expect(await status({ 'If-Match': '*' })).toBe(200)
  expect(await status({ 'If-Match': '"other"' })).toBe(412)
  expect(await status({ 'If-Match': '"other"' }, 'HEAD')).toBe(412)
  expect(await status({ 'If-Match': etag, 'If-None-Match': etag })).toBe(304)
})

test.each(['abc', '', 'ação', '"', '*', 'W/"x"', '"a", b', ','])(
  'T45 the condition %j breaks no picture',
  async (condition) => {
    const value = encodeURI(condition)
    const path = await keepPhoto()
    for (const name of ['If-None-Match', 'If-Match', 'If-Modified-Since', 'If-Unmodified-Since']) {
      const answer = await ask(path, { headers: { [name]: value } })
      expect([200, 304, 412]).toContain(answer.status)
      await answer.arrayBuffer()
    }
  },
)

test('HEAD returns the size of a picture without its body', async () => {
  const answer = await ask(await keepPhoto(), { method: 'HEAD' })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect(answer.headers.get('Content-Type')).toBe('image/webp')
})
