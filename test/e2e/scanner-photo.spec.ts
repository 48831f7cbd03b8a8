import type { Page } from '@playwright/test'
import { entryTexts } from '#contract/texts/entry.ts'
import { scannerTexts } from '#contract/texts/scanner.ts'
import type { Luma } from '#test/fakes/luma.ts'
import { makeLuma } from '#test/fakes/luma.ts'
import { drawScene } from '#test/fakes/qr-scene.ts'
import { writePng } from '#test/fakes/write-png.ts'
import { expect, film, test } from './fake-camera.ts'

const READ_WITHIN_MS = 20_000

/** Chooses a photo of a code instead of the camera. */
async function choosePhoto(page: Page, buffer: Buffer): Promise<void> {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: scannerTexts.choosePhoto }).click()
  await (await chosen).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
}

async function openScanner(page: Page): Promise<void> {
  await page.goto('/bar-access')
  await page.getByRole('button', { name: entryTexts.scan }).click()
}

function toPng({ width, height, data }: Luma): Buffer {
  return writePng(width, height, (x, y) => {
    const level = data[y * width + x] ?? 0
    return [level, level, level]
  })
}

test('a photo of a table’s code leads to the table', async ({ camera, bar, server }) => {
  const photo = drawScene({
    text: `${server.origin}/bar/${bar.id}/table/7`,
    width: 1_600,
    height: 1_200,
    codeSide: 240,
    centre: { x: 500, y: 400 },
    turnDegrees: 20,
    isInverted: true,
  })
  const { page } = await camera()
  await openScanner(page)
  await choosePhoto(page, toPng(photo))
  await page.waitForURL(`**/bar/${bar.id}/table/7`, { timeout: READ_WITHIN_MS })
})

test('a photo is read while the camera runs, and scanning goes on after it', async ({
  camera,
  bar,
}) => {
  const { page } = await camera({ film: [makeLuma(640, 480, 90)] })
  await openScanner(page)
  await expect(page.getByText(scannerTexts.hint)).toBeVisible()
  await choosePhoto(page, toPng(makeLuma(400, 300, 128)))
  await expect(page.getByText('No barcode or QR code detected.')).toBeVisible()
  await expect(page.getByText(scannerTexts.nothingInPhotoHint)).toBeVisible()
  await choosePhoto(page, Buffer.from('no picture at all'))
  await expect(page.getByText('No barcode or QR code detected.')).toBeVisible()
  await choosePhoto(page, toPng(film(bar.id)[0] ?? makeLuma(1, 1)))
  await page.waitForURL(`**/bar/${bar.id}`, { timeout: READ_WITHIN_MS })
})
