import { useEffect, useEffectEvent, useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'

/** While somebody scrolls by, nothing is asked. */
const ASKED_AFTER_MS = 300

/** Null until there are numbers. Asked once for a bar with people. */
export function useTonightCurve(
  bar: AdminBar,
  read: ((bar: AdminBar) => Promise<readonly number[]>) | null,
  hasPeople: boolean,
): readonly number[] | null {
  const [curve, setCurve] = useState<readonly number[] | null>(null)
  const isWanted = read !== null && hasPeople && bar.role !== 'staff' && curve === null
  const ask = useEffectEvent(async () => {
    // The row is whole without it.
    setCurve((await read?.(bar).catch(() => null)) ?? null)
  })
  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(ask, ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isWanted])
  return curve
}
