import { beforeAll, expect, test } from 'vitest'
import { cropLuma, toImageData } from '#test/fakes/luma.ts'
import { prepareZxing } from '#test/fakes/prepare-zxing.ts'
import type { QrScene } from '#test/fakes/qr-scene.ts'
import { drawScene } from '#test/fakes/qr-scene.ts'
import { planFrame } from './frames.ts'
import { lookAt, ZXING_LOOKS } from './looks.ts'
import { readWithZxing } from './read-with-zxing.ts'

const TEXT = 'https://brinde.example/bar/K7M2QX/table/12'
const SIDE = 480
const SCENES: [claim: string, scene: Partial<QrScene>][] = [
  ['is small', { codeSide: 92 }],
  ['is turned and seen from the side', { turnDegrees: 33, tiltDegrees: 40 }],
  ['is light on dark', { isInverted: true }],
  ['is worn', { damage: 0.04, blurPx: 1, noise: 12, contrast: 130 }],
  ['lies on cloth', { sag: 0.05 }],
]

beforeAll(prepareZxing)

test.each(SCENES)('a code that %s is read within a second', async (_, scene) => {
  const picture = drawScene({ text: TEXT, width: SIDE, height: SIDE, codeSide: 200, ...scene })
  const texts: string[] = []
  for (const turn of ZXING_LOOKS.keys()) {
    const look = lookAt('zxing', turn)
    const { x, y, size, side } = planFrame({ width: SIDE, height: SIDE, viewSide: 342 }, look)
    const image = toImageData(cropLuma(picture, x, y, size, side))
    texts.push(...(await readWithZxing(image, look)).map(({ text }) => text))
  }
  expect(texts).toContain(TEXT)
})
