import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { LIMITS } from '#contract/limits.ts'
import { PICTURE_TYPES } from '#contract/person.ts'
import {
  bytesOf,
  claiming,
  PICTURE_NAMES,
  placesIn,
  toBinary,
  withExtra,
} from '#test/fakes/pictures.ts'
import { addAdmin, askAsAdmin, signIn } from '#test/worker/admin.ts'
import { ask, failureOf, limiter, statusOf } from '#test/worker/requests.ts'

const token = await signIn(await addAdmin())
const send = (body: BodyInit, type = 'image/jpeg', path: string = ADMIN_API.photos) =>
  askAsAdmin(path, { method: 'POST', type, body, token })
const encode = (text: string) => new TextEncoder().encode(text)

const SCRIPTS = [
  '<script>alert(1)</script>',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '<!doctype html><img src=x onerror=alert(1)>',
  '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  'GIF89a/*<svg/onload=alert(1)>*/=alert(1)//;',
  '%PDF-1.7 /JS (app.alert(1))',
  '<?php system($_GET[0]); ?>',
  'PK\x03\x04 META-INF/MANIFEST.MF',
  '\ufeff<html onclick=alert(1)>',
]
/** Scripts on their own, and scripts before, inside, after and instead of pictures. */
function* collectPolyglots(): Generator<Uint8Array<ArrayBuffer>> {
  for (const script of SCRIPTS) {
    yield new Uint8Array(encode(script))
    for (const name of PICTURE_NAMES) {
      const picture = bytesOf(name)
      yield new Uint8Array([...encode(script), ...picture])
      yield new Uint8Array([...picture, ...encode(script)])
      yield new Uint8Array([...picture.subarray(0, 12), ...encode(script), ...picture.subarray(12)])
      for (const put of placesIn(name)) {
        const ascii = script.replace('\ufeff', '')
        yield withExtra(name, put(ascii))
        yield withExtra(name, put(`${ascii}\n`) + put(ascii), ascii)
      }
    }
  }
}

/** Returns null if the upload was refused. */
async function sendAndFetch(file: Uint8Array<ArrayBuffer>, index: number) {
  const type = PICTURE_TYPES[index % PICTURE_TYPES.length] ?? ''
  const answer = await send(file, type, index % 2 ? ADMIN_API.logos : ADMIN_API.photos)
  if (answer.status === 201) return ask((await answer.json<{ path: string }>()).path)
  expect(await failureOf(answer)).toBe('422 photo_refused')
  return null
}

test('T22 T24 each hostile file is refused, or served only as a picture without its metadata', async () => {
  // The content decides the type, not the request's header.
  const put = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'put')
  const png = await sendAndFetch(bytesOf('png'), PICTURE_TYPES.indexOf('image/webp'))
  expect(png?.headers.get('Content-Type')).toBe('image/png')
  expect(png?.headers.get('Content-Disposition')).toMatch(/\.png"$/)
  await png?.arrayBuffer()
  const files = [...collectPolyglots()]
  expect(files.length).toBeGreaterThan(500)
  const served: Response[] = []
  for (let at = 0; at < files.length; at += 40) {
    const batch = files.slice(at, at + 40).map((file, index) => sendAndFetch(file, index))
    served.push(...(await Promise.all(batch)).filter((answer) => answer !== null))
  }
  expect(served.length).toBeGreaterThan(100)
  expect(put).toHaveBeenCalledTimes(1 + served.length)
  for (const answer of served) {
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': expect.stringMatching(/^image\/(?:jpeg|png|webp)$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'content-disposition': expect.stringMatching(/^inline; filename="[\w-]+\.\w+"$/),
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const text = toBinary(new Uint8Array(await answer.arrayBuffer()))
    for (const script of SCRIPTS) expect(text.includes(script)).toBe(false)
  }
})

test('T23 a picture at the limit is stored and one byte or pixel more is refused, also for covers', async () => {
  const side = LIMITS.barCoverSidePx
  const isTaken = async (body: Uint8Array<ArrayBuffer>) => {
    const answer = await send(body, 'image/jpeg', ADMIN_API.covers)
    return answer.ok || (await failureOf(answer))
  }
  expect(await isTaken(claiming('jpeg', side, side))).toBe(true)
  expect(await isTaken(claiming('jpeg', side + 1, 1))).toBe('422 photo_refused')
  for (const [path, bytes] of [
    [ADMIN_API.photos, LIMITS.barPictureBytes],
    [ADMIN_API.covers, LIMITS.barCoverBytes],
  ] as const) {
    const ofSize = (size: number) =>
      withExtra('jpeg', '', '\0'.repeat(size - bytesOf('jpeg').length))
    expect((await send(ofSize(bytes), 'image/jpeg', path)).status).toBe(201)
    const larger = await send(ofSize(bytes + 1), 'image/jpeg', path)
    expect(await failureOf(larger)).toBe('413 too_large')
  }
})

test('T25 uploads beyond the account’s limit are not stored', async () => {
  const [admin, other] = [await addAdmin(), await addAdmin()]
  const put = vi.fn()
  const limited = { UPLOADS_PER_ACCOUNT: limiter(2), MEDIA: { put } as unknown as R2Bucket }
  const upload = (token: string, path: string = ADMIN_API.photos) => {
    const picture = { method: 'POST', type: 'image/png', body: bytesOf('png'), token }
    return statusOf(askAsAdmin(path, picture, limited))
  }
  const [one, again] = [await signIn(admin), await signIn(admin)]
  expect([await upload(one), await upload(again, ADMIN_API.logos)]).toEqual([201, 201])
  for (const path of [ADMIN_API.photos, ADMIN_API.logos, ADMIN_API.covers]) {
    expect(await upload(again, path)).toBe(429)
  }
  expect(await upload(await signIn(other))).toBe(201)
  expect(put).toHaveBeenCalledTimes(3)
})
