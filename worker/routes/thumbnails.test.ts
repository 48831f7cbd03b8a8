import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import type { Entered } from '#contract/entered.ts'
import { toThumbnail } from '#contract/face.ts'
import { LIMITS } from '#contract/limits.ts'
import { API } from '#contract/paths.ts'
import { bytesOf, claiming, jpegSegment, toDataUrl, withExtra } from '#test/fakes/pictures.ts'
import { aProfile } from '#test/fakes/profile.ts'
import {
  ask,
  askFromPage,
  aVisit,
  enterBar,
  failureOf,
  outcomeOf,
  sleepingRooms,
  statusOf,
  withMethod,
} from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { roomOf } from '#worker/durable-objects.ts'
import { concatBytes } from '#worker/media/bytes.ts'

const PHOTO = toDataUrl(bytesOf('jpeg'))
const SQUARE = claiming('jpeg', 4, 4)
const THUMBNAIL = toDataUrl(SQUARE)

const profilesKept = async () =>
  (await env.MEDIA.list({ prefix: 'profiles/' })).objects.map(({ key }) => key)
const bytesAt = async (path: string) => new Uint8Array(await (await ask(path)).arrayBuffer())
const statusAt = async (path: string) => (await ask(path, { method: 'HEAD' })).status
const send = (barId: string, json: unknown, bindings: Partial<Env> = {}) =>
  askFromPage(address(API.people, { barId }), { method: 'POST', json }, bindings)

test('T24 T26 photo and thumbnail are stored without metadata under related paths and served alike', async () => {
  const { barId } = await Bar.open()
  const segment = jpegSegment(0xe1, 'Exif\0\0GPS canary')
  const photo = toDataUrl(withExtra('jpeg', segment), 'image/png')
  const exif = Uint8Array.from(segment, (byte) => byte.charCodeAt(0))
  const tagged = concatBytes([SQUARE.slice(0, 2), exif, SQUARE.slice(2)])
  const { person } = await enterBar(barId, { photo, thumbnail: toDataUrl(tagged) })
  const path = person.photo ?? ''
  expect(path).toMatch(/^\/media\/profiles\/[\w-]{32}\.jpg$/)
  expect(person).not.toHaveProperty('thumbnail')
  expect(await bytesAt(path)).toEqual(bytesOf('jpeg'))
  expect(await bytesAt(toThumbnail(path))).toEqual(SQUARE)
  const headersOf = async (at: string) => {
    const headers = Object.fromEntries((await ask(at, { method: 'HEAD' })).headers)
    return { ...headers, 'content-disposition': '', etag: '', 'content-length': '' }
  }
  const headers = await headersOf(path)
  expect(headers).toMatchObject({ 'content-type': 'image/jpeg' })
  expect(await headersOf(toThumbnail(path))).toEqual(headers)
  const { person: other } = await enterBar(barId, { photo })
  expect(await bytesAt(toThumbnail(other.photo ?? ''))).toEqual(bytesOf('jpeg'))
})

const NO_PICTURE = toDataUrl(new TextEncoder().encode('<svg onload="alert(1)"/>'))
const BROKEN = 'data:image/png;base64,AAAAA'

test.each([
  ['a photo that is no picture', NO_PICTURE, null],
  ['a photo of broken base64', BROKEN, null],
  ['a thumbnail that is not square', PHOTO, toDataUrl(claiming('png', 5, 4))],
  ['a thumbnail of too many pixels', PHOTO, toDataUrl(claiming('lossyWebp', 257, 257))],
  ['a thumbnail that is no picture', PHOTO, NO_PICTURE],
  ['a thumbnail of broken base64', PHOTO, BROKEN],
])('T22 T55 %s is refused, stores nothing and wakes no room', async (_, photo, thumbnail) => {
  const before = await profilesKept()
  const { bindings, wakes } = sleepingRooms()
  const answer = await send((await Bar.open()).barId, aProfile({ photo, thumbnail }), bindings)
  expect(await failureOf(answer)).toBe('422 photo_refused')
  expect([await profilesKept(), wakes()]).toEqual([before, 0])
})

test('T55 a photo may be larger than lists can bear only with a thumbnail', async () => {
  const { barId } = await Bar.open()
  const photo = (side: number) => toDataUrl(claiming('lossyWebp', side, side))
  for (const [side, thumbnail, outcome] of [
    [LIMITS.photoSidePxMax, THUMBNAIL, '201'],
    [LIMITS.photoAloneSidePx, null, '201'],
    [LIMITS.photoAloneSidePx + 1, null, '422 photo_refused'],
  ] as const) {
    const entering = send(barId, aProfile({ photo: photo(side), thumbnail }))
    expect([side, await outcomeOf(entering)]).toEqual([side, outcome])
  }
})

test('T23 the largest photo and thumbnail fit into a request, and a larger thumbnail is refused', async () => {
  const { barId } = await Bar.open()
  const ofSize = (bytes: number) =>
    toDataUrl(concatBytes([SQUARE, new Uint8Array(bytes - SQUARE.length)]))
  const token = 'x'.repeat(200)
  const longest = { name: '𝕎'.repeat(LIMITS.nameGraphemes), deviceKey: token, mark: token }
  const photo = ofSize(LIMITS.photoBytes)
  const enter = (more: number) => {
    const thumbnail = ofSize(LIMITS.thumbnailBytes + more)
    return send(barId, aProfile({ ...longest, photo, thumbnail }))
  }
  expect(await statusOf(enter(0))).toBe(201)
  expect(await failureOf(await enter(1))).toBe('422 photo_refused')
  expect(await failureOf(await enter(3))).toBe('400 invalid_request')
})

test('T25 T26 a replaced or refused photo is erased with its thumbnail', async () => {
  const { barId, room } = await Bar.open()
  const { person, secret, mark } = await enterBar(barId, { photo: PHOTO, thumbnail: THUMBNAIL })
  const first = person.photo ?? ''
  const json = { photo: PHOTO, thumbnail: THUMBNAIL }
  const edited = await askFromPage(address(API.visit, { barId }), { method: 'PATCH', json, secret })
  const second = (await edited.json<Pick<Entered, 'person'>>()).person.photo ?? ''
  for (const path of [first, toThumbnail(first)]) await expect.poll(() => statusAt(path)).toBe(404)
  expect([await statusAt(second), await statusAt(toThumbnail(second))]).toEqual([200, 200])

  await room.remove(person.id, crypto.randomUUID(), 'other')
  await expect.poll(() => statusAt(toThumbnail(second))).toBe(404)
  const before = await profilesKept()
  expect(await failureOf(await send(barId, aProfile({ mark, ...json })))).toBe('403 removed')
  expect(await profilesKept()).toEqual(before)
})

test('T25 a photo beyond the five in an hour is not stored', async () => {
  const { barId, secret } = await aVisit()
  const put = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'put')
  const json = { photo: PHOTO, thumbnail: THUMBNAIL }
  const edit = () =>
    statusOf(askFromPage(address(API.visit, { barId }), { method: 'PATCH', json, secret }))
  for (let turn = 0; turn < LIMITS.photosPerHour; turn += 1) expect(await edit()).toBe(200)
  expect(put).toHaveBeenCalledTimes(2 * LIMITS.photosPerHour)
  expect(await edit()).toBe(429)
  expect(put).toHaveBeenCalledTimes(2 * LIMITS.photosPerHour)
  put.mockRestore()
})

test('T25 a retry after a lost answer leaves one photo', async () => {
  const bar = await Bar.open()
  const before = await profilesKept()
  const profile = aProfile({ photo: PHOTO })
  await send(bar.barId, profile)
  const retried = await send(bar.barId, profile)
  const { person } = await retried.json<{ person: { photo: string } }>()
  await bar.photosErased()
  const added = (await profilesKept()).filter((key) => !before.includes(key))
  expect(added).toEqual([person.photo.slice('/media/'.length)])
})

test('a person enters without a picture if the bucket fails', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken = { put: () => Promise.reject(new Error('canary')) }
  const { barId } = await Bar.open()
  const MEDIA = broken as unknown as R2Bucket
  expect(await statusOf(send(barId, aProfile({ photo: PHOTO }), { MEDIA }))).toBe(201)
  expect(logged.mock.calls.map(([line]) => JSON.parse(line).event)).toEqual(['photo_not_stored'])
  expect(JSON.stringify(logged.mock.calls)).not.toContain('canary')
})

test('R20 a photo stays where the room has taken it and its answer was lost', async () => {
  const { barId } = await Bar.open()
  const profile = aProfile({ photo: PHOTO })
  const room = roomOf(env, barId)
  const losing = async (...entering: Parameters<typeof room.enter>) => {
    await room.enter(...entering)
    throw Object.assign(new Error('too many requests'), { overloaded: true })
  }
  const lossy = withMethod(room, 'enter', losing as unknown as typeof room.enter)
  const BAR_ROOM = withMethod(env.BAR_ROOM, 'getByName', () => lossy)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await failureOf(await send(barId, profile, { BAR_ROOM }))).toBe('503 overloaded')
  const { person } = await (await send(barId, profile)).json<{ person: { photo: string } }>()
  expect(await statusAt(person.photo)).toBe(200)
})
