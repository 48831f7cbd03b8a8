import { bytesOf, claiming } from './pictures.ts'
import { writePng } from './write-png.ts'

/** A file as it lies on an administrator's device. */
export type DeviceFile = { name: string; mimeType: string; buffer: Buffer }

const toFile = (name: string, mimeType: string, bytes: Uint8Array): DeviceFile => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes),
})

/** A photo of some light in a dark room; another hue for another number. */
export function aPhoto(hue = 0, width = 320, height = 240): DeviceFile {
  const png = writePng(width, height, (x, y) => {
    const light = Math.max(0, 1 - Math.hypot(x / width - 0.5, y / height - 0.3) * 1.6)
    const grain = (x * 7 + y * 13) % 17
    return [
      toLevel(40 + light * 200 * (hue % 2 ? 0.5 : 1) + grain * 0.7),
      toLevel(30 + light * 150 * (hue % 3 ? 1 : 0.5) + grain * 0.7),
      toLevel(35 + light * 40 * (1 + hue) + grain * 0.7),
    ]
  })
  return toFile(`foto-${hue}.png`, 'image/png', png)
}

const toLevel = (value: number): number => Math.min(255, Math.round(value))

/** The size of a good camera's photo. */
export const LARGE_PHOTO_BYTES = 12_000_000
export function aLargePhoto(): DeviceFile {
  return { ...aPhoto(1, 2_000, 2_001), name: 'câmera.png' }
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'
const HEIC = `\0\0\0\x18ftypheic\0\0\0\0mif1heic${'\0'.repeat(400)}`

/** Files that no bar can show. */
export const BAD_FILES = {
  heic: toFile('IMG_1.HEIC', 'image/heic', Buffer.from(HEIC, 'latin1')),
  svgNamedPng: toFile('logo.png', 'image/png', Buffer.from(SVG)),
  hugeHeader: toFile('bomba.png', 'image/png', claiming('png', 65_535, 65_535)),
  hugeJpegHeader: toFile('bomba.jpg', 'image/jpeg', claiming('jpeg', 65_535, 65_535)),
  cutOffPng: toFile('metade.png', 'image/png', aPhoto().buffer.subarray(0, 90_000)),
  cutOffJpeg: toFile('metade.jpg', 'image/jpeg', bytesOf('jpeg').subarray(0, 200)),
} as const
