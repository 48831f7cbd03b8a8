import type { Page } from '@playwright/test'

/** Draws a picture in the page and returns its red channel, one character per pixel. */
function drawGrey(
  page: Page,
  src: string,
): Promise<{ width: number; height: number; grey: string }> {
  return page.evaluate(async (address) => {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const { naturalWidth: width, naturalHeight: height } = picture
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    let grey = ''
    for (let at = 0; at < data.length; at += 4) grey += String.fromCharCode(data[at] ?? 0)
    // A string crosses to Node at once, an array number by number.
    return { width, height, grey }
  }, src)
}

/** The size of a picture and the codes that zbar, an independent reader, finds in it. */
export async function readCode(page: Page, src: string) {
  const { width, height, grey } = await drawGrey(page, src)
  const { scanGrayBuffer } = await import('@undecaf/zbar-wasm')
  const codes = await scanGrayBuffer(
    Uint8Array.from(Buffer.from(grey, 'latin1')).buffer,
    width,
    height,
  )
  return { width, height, codes: codes.map((code) => [code.typeName, code.decode()]) }
}
