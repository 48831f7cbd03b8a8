import type { Page } from '@playwright/test'

/** The pixels of a picture that the page can load, as grey levels, after the browser drew it. */
async function drawGrey(
  page: Page,
  src: string,
): Promise<{ width: number; height: number; grey: number[] }> {
  return page.evaluate(async (address) => {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = picture.naturalWidth
    canvas.height = picture.naturalHeight
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    return { width, height, grey: Array.from(data).filter((_, index) => index % 4 === 0) }
  }, src)
}

/**
 * What zbar, which has nothing to do with what drew it, reads in a picture of black and white: the
 * types and texts of all codes, and the picture's size.
 */
export async function readCode(page: Page, src: string) {
  const { width, height, grey } = await drawGrey(page, src)
  const { scanGrayBuffer } = await import('@undecaf/zbar-wasm')
  const codes = await scanGrayBuffer(Uint8Array.from(grey).buffer, width, height)
  return { width, height, codes: codes.map((code) => [code.typeName, code.decode()]) }
}
