import { beforeAll, expect, test } from 'vitest'
import type { Luma } from '#test/fakes/luma.ts'
import { cropLuma, toImageData } from '#test/fakes/luma.ts'
import { prepareZxing } from '#test/fakes/prepare-zxing.ts'
import type { QrScene } from '#test/fakes/qr-scene.ts'
import { drawScene } from '#test/fakes/qr-scene.ts'
import { readBlackAndWhitePng } from '#test/fakes/read-png.ts'
import { planFrame } from './frames.ts'
import type { PhotoLook } from './looks.ts'
import { lookAt, MORE_PHOTO_LOOKS, PHOTO_LOOKS, ZXING_LOOKS } from './looks.ts'
import { readWithZxing } from './read-with-zxing.ts'

const TEXT = 'https://brinde.example/bar/K7M2QX/table/12'
const SIDE = 480
const SCENES: [claim: string, scene: Partial<QrScene>][] = [
  ['is small', { codeSide: 92 }],
  ['is turned and seen from the side', { turnDegrees: 33, tiltDegrees: 40 }],
  ['is light on dark', { isInverted: true }],
  ['is worn', { damage: 0.04, blurPx: 1, noise: 12, contrast: 130 }],
  ['lies on cloth', { sag: 0.05 }],
  ['moves', { turnDegrees: 28, smearPx: 5 }],
  ['lies in the dark', { contrast: 34, light: 26, noise: 8 }],
]

beforeAll(prepareZxing)

/** Returns what zxing reads of a picture in the viewfinder. */
async function readForASecond(picture: Luma): Promise<string[]> {
  const texts: string[] = []
  for (const turn of ZXING_LOOKS.keys()) {
    const look = lookAt('zxing', turn)
    const { width, height } = picture
    const { x, y, size, side } = planFrame({ width, height, viewSide: 342 }, look)
    const image = toImageData(cropLuma(picture, x, y, size, side))
    texts.push(...(await readWithZxing(image, look)).map(({ text }) => text))
  }
  return texts
}

test.each(SCENES)('a code that %s is read within a second', async (_, scene) => {
  const picture = drawScene({ text: TEXT, width: SIDE, height: SIDE, codeSide: 200, ...scene })
  expect(await readForASecond(picture)).toContain(TEXT)
})

test('a MaxiCode on its paper is read in the box, beside what is dark around it', async () => {
  const print = readBlackAndWhitePng('test/fixtures/codes/maxicode.png')
  const size = { width: 720, height: 720, codeSide: 400 }
  const upright = drawScene({ text: '', print, ...size, noise: 12, contrast: 110 })
  expect(await readForASecond(upright)).toContain('K7M2QX')
})

/** Draws a photo of 1,200 pixels that was made this many times smaller. */
function drawPhoto(
  { codeSide = 800, blurPx = 0, ...scene }: Partial<QrScene>,
  scale: number,
): Luma {
  const side = Math.round(1_200 * scale)
  const scaled = { codeSide: codeSide * scale, blurPx: blurPx * scale }
  return drawScene({ text: TEXT, width: side, height: side, ...scene, ...scaled })
}

/** Whether zxing reads a photo at one of these looks. */
async function isReadWith(looks: readonly PhotoLook[], scene: Partial<QrScene>): Promise<boolean> {
  const photos = new Map<number, Luma>()
  for (const { sideMax, isInverted, ...reading } of looks) {
    if (isInverted) continue
    const scale = Math.min(1, sideMax / 1_200)
    const photo = photos.get(scale) ?? drawPhoto(scene, scale)
    photos.set(scale, photo)
    const read = await readWithZxing(toImageData(photo), reading)
    if (read.some(({ text }) => text === TEXT)) return true
  }
  return false
}

test('O14 a photo of a code on cloth is read by the further looks alone', async () => {
  const scene = { sag: 0.06, noise: 6 }
  expect(await isReadWith(PHOTO_LOOKS, scene)).toBe(false)
  expect(await isReadWith(MORE_PHOTO_LOOKS, scene)).toBe(true)
})
