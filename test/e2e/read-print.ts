import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { scanGrayBuffer } from '@undecaf/zbar-wasm'

/** 200 dots an inch, as a modest printer has. */
const DOTS_PER_INCH = 200
const POINTS_PER_INCH = 72
const MM_PER_INCH = 25.4
const A4_MM = { width: 210, height: 297 }

/** How a sheet is cut into pieces of one size, within its margins. */
export interface Cuts {
  columns: number
  rows: number
  marginMm: { x: number; y: number }
}

const UNCUT: Cuts = { columns: 1, rows: 1, marginMm: { x: 0, y: 0 } }

export interface PrintedPage {
  /**
   * The codes that zbar, an independent reader, finds on each piece of the paper, row by row. Of six
   * codes at once every reader misses one now and then: any three of their eighteen corners may
   * belong together.
   */
  pieces: string[][]
  text: string
  /** The largest difference to A4, in millimetres. */
  offA4Mm: number
  /** The share of the paper that is inked. */
  ink: number
}

/** Renders a PDF page by page and reads its codes. */
export async function readPrint(pdf: Uint8Array, cuts: Cuts = UNCUT): Promise<PrintedPage[]> {
  const wasm = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')
  const wasmBinary = Uint8Array.from(readFileSync(wasm)).buffer
  const library = await PDFiumLibrary.init({ wasmBinary })
  const document = await library.loadDocument(pdf)
  const scale = DOTS_PER_INCH / POINTS_PER_INCH
  try {
    const pages: PrintedPage[] = []
    for (const page of document.pages()) {
      const text = page.getText()
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const { data, width } = await page.render({ scale, render: 'bitmap', colorSpace: 'Gray' })
      const pieces: string[][] = []
      for (const piece of cut({ grey: data, width }, cuts)) pieces.push(await readCodes(piece))
      pages.push({
        pieces,
        text,
        offA4Mm: Math.max(
          Math.abs(toMm(originalWidth) - A4_MM.width),
          Math.abs(toMm(originalHeight) - A4_MM.height),
        ),
        ink: toInk(data),
      })
    }
    return pages
  } finally {
    document.destroy()
    library.destroy()
  }
}

function toInk(grey: Uint8Array): number {
  let sum = 0
  for (const level of grey) sum += 255 - level
  return sum / 255 / grey.length
}

const toMm = (points: number): number => (points * MM_PER_INCH) / POINTS_PER_INCH
const toDots = (mm: number): number => Math.round((mm * DOTS_PER_INCH) / MM_PER_INCH)

/** Grey levels, line by line. */
interface Paper {
  grey: Uint8Array
  width: number
}

function cut(paper: Paper, { columns, rows, marginMm: { x, y } }: Cuts): Paper[] {
  const pieceMm = { x: (A4_MM.width - 2 * x) / columns, y: (A4_MM.height - 2 * y) / rows }
  return Array.from({ length: columns * rows }, (_, index) => {
    const left = toDots(x + (index % columns) * pieceMm.x)
    const top = toDots(y + Math.floor(index / columns) * pieceMm.y)
    const width = Math.min(toDots(pieceMm.x), paper.width - left)
    const lines = Array.from({ length: toDots(pieceMm.y) }, (_line, line) => {
      const start = (top + line) * paper.width + left
      return paper.grey.subarray(start, start + width)
    }).filter((dots) => dots.length === width)
    return { grey: Buffer.concat(lines), width }
  })
}

async function readCodes({ grey, width }: Paper): Promise<string[]> {
  const copy = Uint8Array.from(grey).buffer
  const found = await scanGrayBuffer(copy, width, Math.floor(grey.length / width))
  return (
    found
      // zbar sometimes takes a row of dots for a bar code.
      .filter(({ typeName }) => typeName === 'ZBAR_QRCODE')
      .map((code) => code.decode())
  )
}
