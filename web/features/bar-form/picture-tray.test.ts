import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PictureTray } from './picture-tray.ts'

const PICTURE = new Blob(['x'], { type: 'image/webp' })

beforeEach(() => {
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:x', revokeObjectURL: vi.fn() })
})
afterEach(() => vi.unstubAllGlobals())

test('each picture is sent once, in its folder, and its path is kept', async () => {
  const upload = vi.fn(async (folder: string) => `/media/${folder}/${upload.mock.calls.length}`)
  const tray = new PictureTray(upload)
  tray.add('photos', PICTURE)
  tray.add('logos', PICTURE)
  await expect(tray.settle()).resolves.toBe(true)
  await tray.settle()
  expect(upload).toHaveBeenCalledTimes(2)
  expect(tray.paths()).toEqual({ logo: '/media/logos/2', photos: ['/media/photos/1'] })
})

test('what failed stays, is sent again, and nothing else is', async () => {
  const upload = vi.fn(async () => '/media/photos/a')
  upload.mockRejectedValueOnce(new TypeError('Failed to send'))
  const tray = new PictureTray(upload)
  tray.add('photos', PICTURE)
  await vi.waitFor(() => expect(tray.read()[0]?.failure).toBeInstanceOf(TypeError))
  tray.add('photos', PICTURE)
  await expect(tray.settle()).resolves.toBe(true)
  expect(upload).toHaveBeenCalledTimes(3)
})

test('a picture taken back is no longer sent and its memory is given back', async () => {
  let signal: AbortSignal | undefined
  const tray = new PictureTray((_folder, _picture, options) => {
    signal = options.signal
    return new Promise(() => {})
  })
  tray.add('photos', PICTURE)
  tray.remove(1)
  expect(signal?.aborted).toBe(true)
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:x')
  await expect(tray.settle()).resolves.toBe(true)
})
