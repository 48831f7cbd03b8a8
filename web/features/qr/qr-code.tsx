import { create } from 'qrcode'
import type { Ref } from 'react'
import { useMemo } from 'react'

/** The standard's quiet zone, in modules: many readers fail without it. */
export const QUIET_MODULES = 4
/** For saved files; CSS sets the size on screen. */
const SIDE_PX = 1_024

export interface QrCodeProps {
  address: string
  label: string
  className?: string
  ref?: Ref<SVGSVGElement>
}

export function QrCode({ address, label, className, ref }: QrCodeProps) {
  const { path, side } = useMemo(() => drawQrCode(address), [address])
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      width={SIDE_PX}
      height={SIDE_PX}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

/** Dark modules as squares of 1 unit; `side` includes the quiet zone. */
export function drawQrCode(text: string): { path: string; side: number } {
  // Level Q is readable under a stain twice as large as M, and its modules are a tenth smaller.
  const { data, size } = create(text, { errorCorrectionLevel: 'Q' }).modules
  const squares = Array.from(data, (isDark, index) => {
    const [x, y] = [index % size, Math.floor(index / size)]
    return isDark ? `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h1v1h-1z` : ''
  })
  return { path: squares.join(''), side: size + 2 * QUIET_MODULES }
}

export function toSvgFile(code: SVGSVGElement): Blob {
  return new Blob([new XMLSerializer().serializeToString(code)], { type: 'image/svg+xml' })
}

export async function toPngFile(code: SVGSVGElement): Promise<Blob> {
  const image = new Image()
  image.src = URL.createObjectURL(toSvgFile(code))
  await image.decode().finally(() => URL.revokeObjectURL(image.src))
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PX
  canvas.height = SIDE_PX
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error('no PNG')
  return png
}
