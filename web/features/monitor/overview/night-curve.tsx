const WIDTH_PX = 96
const HEIGHT_PX = 24
/** A stroke at the edge is not cut. */
const INSET_PX = 2

interface NightCurveProps {
  peaks: readonly number[] | null
  /** The top of the scale. */
  highestPeak: number
}

/** People online in each hour of tonight, from noon until now. Its place is kept without numbers. */
export function NightCurve({ peaks, highestPeak }: NightCurveProps) {
  const shown = peaks && Math.max(...peaks) > 0 ? toPoints(peaks, highestPeak) : null
  return (
    <svg
      aria-hidden="true"
      width={WIDTH_PX}
      height={HEIGHT_PX}
      viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`}
      className="shrink-0 text-link"
    >
      {shown && (
        <>
          <polygon
            points={`${INSET_PX},${HEIGHT_PX} ${shown} ${WIDTH_PX - INSET_PX},${HEIGHT_PX}`}
            fill="currentColor"
            opacity="0.15"
          />
          <polyline
            points={shown}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        </>
      )}
    </svg>
  )
}

function toPoints(peaks: readonly number[], highestPeak: number): string {
  // The first hour of the night alone is a level line.
  const shown = peaks.length === 1 ? [...peaks, ...peaks] : peaks
  const step = (WIDTH_PX - 2 * INSET_PX) / (shown.length - 1)
  return shown
    .map((peak, index) => {
      const y = HEIGHT_PX - INSET_PX - (peak / highestPeak) * (HEIGHT_PX - 2 * INSET_PX)
      return `${(INSET_PX + index * step).toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}
