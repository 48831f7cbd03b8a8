import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { scanGrayBuffer } from '@undecaf/zbar-wasm'
import { expect, test } from './e2e.ts'
import { AT_A_DESK } from './run-scope.ts'

test.use(AT_A_DESK)

test('a bar’s QR code leads to its address, on the screen and in both files', async ({
  bar,
  monitor,
  server,
}) => {
  const board = await monitor()
  const { page } = board
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await board.open(bar.name)
  await board.showBars()
  await board.registered(bar.name).getByRole('button', { name: 'QR Code' }).click()

  const dialog = page.getByRole('dialog', { name: 'QR Code do Bar' })
  const address = `${server.origin}/bar/${bar.id}`
  await expect(dialog).toContainText('Compartilhe este QR Code com seus clientes')
  await expect(dialog.getByText(address, { exact: true })).toBeVisible()
  const picture = dialog.getByRole('img', { name: `QR Code de ${bar.name}` })
  // The dialog grows while it opens.
  await expect.poll(() => picture.boundingBox()).toMatchObject({ width: 200, height: 200 })
  const shown = await readCode(page, await picture.screenshot(), 'image/png')
  expect(shown.codes).toEqual([address])

  await dialog.getByRole('button', { name: 'Copiar Link' }).click()
  await board.admin.untilToast('Copiado!', 'Link copiado para a área de transferência')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  for (const [kind, type] of [
    ['png', 'image/png'],
    ['svg', 'image/svg+xml'],
  ] as const) {
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: `Baixar ${kind.toUpperCase()}` }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`qr-code-${bar.id}.${kind}`)
    const saved = await readCode(page, readFileSync(await file.path()), type)
    expect(saved).toEqual({ width: 1_024, height: 1_024, codes: [address] })
  }
})

/** The size of a picture and the codes that zbar, an independent reader, finds in it. */
async function readCode(page: Page, bytes: Buffer, type: string) {
  const { width, height, red } = await page.evaluate(
    async ([base64 = '', mime = '']) => {
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const picture = new Image()
      // The content security policy refuses `data:`.
      picture.src = URL.createObjectURL(new Blob([data], { type: mime }))
      await picture.decode()
      const { naturalWidth: width, naturalHeight: height } = picture
      const context = new OffscreenCanvas(width, height).getContext('2d')
      context?.drawImage(picture, 0, 0)
      const pixels = context?.getImageData(0, 0, width, height).data ?? []
      let red = ''
      for (let at = 0; at < pixels.length; at += 4) red += String.fromCharCode(pixels[at] ?? 0)
      // A string crosses to Node at once, an array number by number.
      return { width, height, red }
    },
    [bytes.toString('base64'), type],
  )
  const grey = Uint8Array.from(Buffer.from(red, 'latin1')).buffer
  const codes = await scanGrayBuffer(grey, width, height)
  return { width, height, codes: codes.map((code) => code.decode()) }
}
