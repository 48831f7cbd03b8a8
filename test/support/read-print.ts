import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { scanGrayBuffer } from '@undecaf/zbar-wasm'

/** 300 dots an inch, as printers of an office have; at 200 one code in some hundreds fell between them. */
const PIXELS_PER_POINT = 300 / 72
const A4_MM = { width: 210, height: 297 }
const MM_PER_POINT = 25.4 / 72

export interface PrintedPage {
  /** What zbar, which has nothing to do with what drew it, reads on the paper, sorted. */
  codes: string[]
  text: string
  /** Off A4 by at most so many millimetres. */
  offA4Mm: number
  /** How much of the paper is inked, from 0 to 1. */
  ink: number
}

/** Prints a PDF on paper that a program can look at, page by page. */
export async function readPrint(pdf: Uint8Array): Promise<PrintedPage[]> {
  const wasm = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')
  const wasmBinary = Uint8Array.from(readFileSync(wasm)).buffer
  const library = await PDFiumLibrary.init({ wasmBinary })
  const document = await library.loadDocument(pdf)
  try {
    const pages: PrintedPage[] = []
    for (const page of document.pages()) {
      const text = page.getText()
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const asSeen = { scale: PIXELS_PER_POINT, render: 'bitmap', colorSpace: 'Gray' } as const
      const { data: grey, width, height } = await page.render(asSeen)
      const found = await scanGrayBuffer(Uint8Array.from(grey).buffer, width, height)
      pages.push({
        // It takes a row of dots for a bar code now and then.
        codes: found
          .filter(({ typeName }) => typeName === 'ZBAR_QRCODE')
          .map((code) => code.decode())
          .sort(),
        text,
        offA4Mm: Math.max(
          Math.abs(originalWidth * MM_PER_POINT - A4_MM.width),
          Math.abs(originalHeight * MM_PER_POINT - A4_MM.height),
        ),
        ink: grey.reduce((sum, level) => sum + (255 - level), 0) / 255 / grey.length,
      })
    }
    return pages
  } finally {
    document.destroy()
    library.destroy()
  }
}
