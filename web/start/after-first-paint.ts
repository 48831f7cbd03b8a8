/** The wait in browsers that do not report paints. A busy phone may need half of it. */
const PAINTED_WITHIN_MS = 1_000

/**
 * A frame's callbacks run before it is painted, and a script requested there delays it. This waits for
 * the second frame: the first contentful paint may show only the part that arrived early.
 */
export function afterFirstPaint(act: () => void): void {
  let hasActed = false
  const once = () => {
    if (hasActed) return
    hasActed = true
    act()
  }
  const wait = () => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) once()
    }).observe({ type: 'paint', buffered: true })
    setTimeout(once, PAINTED_WITHIN_MS)
  }
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(wait)))
}
