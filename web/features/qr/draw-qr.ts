import { create } from 'qrcode'

/** The standard's quiet zone, in modules; without it many readers see nothing. */
const QUIET_MODULES = 4
/** Readable with 15 % of it covered: a glass, a thumb, a drop of beer. */
const CORRECTION = 'M'

/** The dark modules of a code, and how many modules it has in a row with its quiet zone. */
export interface QrDrawing {
  dark: { x: number; y: number }[]
  size: number
}

export function drawQr(text: string): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: CORRECTION })
  const dark = Array.from(modules.data, (isDark, index) => ({
    isDark,
    x: QUIET_MODULES + (index % modules.size),
    y: QUIET_MODULES + Math.floor(index / modules.size),
  })).filter(({ isDark }) => isDark)
  return { dark, size: modules.size + 2 * QUIET_MODULES }
}

/** The dark modules as one path, a unit square each. */
export function toPath({ dark }: QrDrawing): string {
  return dark.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('')
}

/** Sharp at every size, black on white in every theme: readers want the contrast. */
export function toSvg(drawing: QrDrawing): Blob {
  const { size } = drawing
  const path = toPath(drawing)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="1024" height="1024" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** A PNG of exactly `sidePx`; modules are whole pixels, the rest widens the quiet zone. */
export async function toPng({ dark, size }: QrDrawing, sidePx: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = sidePx
  canvas.height = sidePx
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, sidePx, sidePx)
  context.fillStyle = '#000'
  const modulePx = Math.floor(sidePx / size)
  const offset = Math.floor((sidePx - modulePx * size) / 2)
  for (const { x, y } of dark) {
    context.fillRect(offset + x * modulePx, offset + y * modulePx, modulePx, modulePx)
  }
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error('no PNG')
  return png
}
