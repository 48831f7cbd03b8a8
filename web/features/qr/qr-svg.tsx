import { useMemo } from 'react'
import { drawQr, toPath } from './draw-qr.ts'

export interface QrSvgProps {
  /** The address that the code leads to. */
  address: string
  label: string
  className?: string
}

/** A code as lines of the page itself: sharp on every paper, black on white in every theme. */
export function QrSvg({ address, label, className }: QrSvgProps) {
  const { path, size } = useMemo(() => {
    const drawing = drawQr(address)
    return { path: toPath(drawing), size: drawing.size }
  }, [address])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
