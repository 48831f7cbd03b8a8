import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './e2e.ts'
import { readCode } from './read-code.ts'
import { AT_A_DESK } from './run-scope.ts'

test.use(AT_A_DESK)

test('a bar’s QR code leads to its address, on the screen and in both files', async ({
  bar,
  monitor,
  server,
}) => {
  test.slow()
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
  const shown = await toBlobUrl(page, await picture.screenshot(), 'image/png')
  expect((await readCode(page, shown)).codes).toEqual([['ZBAR_QRCODE', address]])

  await dialog.getByRole('button', { name: 'Copiar Link' }).click()
  await expect(
    board.admin.toast('Copiado!', 'Link copiado para a área de transferência'),
  ).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  for (const [button, type] of [
    ['Baixar PNG', 'image/png'],
    ['Baixar SVG', 'image/svg+xml'],
  ] as const) {
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: button }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(
      `qr-code-${bar.id}.${type === 'image/png' ? 'png' : 'svg'}`,
    )
    const saved = await toBlobUrl(page, readFileSync(await file.path()), type)
    expect(await readCode(page, saved)).toEqual({
      width: 1_024,
      height: 1_024,
      codes: [['ZBAR_QRCODE', address]],
    })
  }

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

/** A blob URL of these bytes, because the content security policy refuses `data:`. */
function toBlobUrl(page: Page, bytes: Buffer, type: string): Promise<string> {
  return page.evaluate(
    ([base64, mime]) => {
      const data = Uint8Array.from(atob(String(base64)), (letter) => letter.charCodeAt(0))
      return URL.createObjectURL(new Blob([data], { type: String(mime) }))
    },
    [bytes.toString('base64'), type],
  )
}
