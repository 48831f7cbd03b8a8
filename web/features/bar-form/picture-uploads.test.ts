import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PictureUploads } from './picture-uploads.ts'

const PICTURE = new Blob(['x'], { type: 'image/webp' })

beforeEach(() => {
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:x', revokeObjectURL: vi.fn() })
})
afterEach(() => vi.unstubAllGlobals())

test('each picture is sent once, in its folder, and its path is kept; one that failed is sent again', async () => {
  const upload = vi.fn(async (folder: string) => `/media/${folder}/${upload.mock.calls.length}`)
  upload.mockRejectedValueOnce(new TypeError('Failed to send'))
  const uploads = new PictureUploads(upload)
  uploads.add('photos', PICTURE)
  await expect.poll(() => uploads.read()[0]?.failure).toBeInstanceOf(TypeError)
  uploads.add('logos', PICTURE)
  await expect(uploads.finish()).resolves.toBe(true)
  await uploads.finish()
  expect(upload).toHaveBeenCalledTimes(3)
  expect(uploads.paths()).toEqual({ logoUrl: '/media/logos/2', photoUrls: ['/media/photos/3'] })
})

test('a removed picture is no longer sent and its memory is released', async () => {
  let signal: AbortSignal | undefined
  const uploads = new PictureUploads((_folder, _picture, options) => {
    signal = options.signal
    return new Promise(() => {})
  })
  uploads.add('photos', PICTURE)
  uploads.remove(1)
  expect(signal?.aborted).toBe(true)
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:x')
  await expect(uploads.finish()).resolves.toBe(true)
})

test('a picture that is still being made smaller is waited for, and one that cannot be is missing', async () => {
  const uploads = new PictureUploads(async (folder) => `/media/${folder}/1`)
  const shrunk = Promise.withResolvers<boolean>()
  const prepared = uploads.prepare(
    shrunk.promise.then((isPicture) => {
      uploads.add('photos', PICTURE)
      return isPicture
    }),
  )
  const finished = uploads.finish()
  shrunk.resolve(true)
  await prepared
  expect(await finished).toBe(true)
  expect(uploads.paths().photoUrls).toEqual(['/media/photos/1'])

  const failing = Promise.withResolvers<boolean>()
  void uploads.prepare(failing.promise)
  const unfinished = uploads.finish()
  failing.resolve(false)
  expect(await unfinished).toBe(false)
  expect(await uploads.finish()).toBe(true)
})
