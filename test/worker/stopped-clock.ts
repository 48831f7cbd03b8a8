import { onTestFinished, vi } from 'vitest'
import { toHour } from '#contract/bar-hours.ts'
import { HOUR_MS } from '#contract/durations.ts'

/**
 * Until the test ends it is half past the next hour, and later only by `passTime`. However slow the
 * machine is, nothing runs out meanwhile; and because its own clock is behind, no alarm rings but
 * those that the test has ring (`runDurableObjectAlarm`).
 */
export function stopClock(): void {
  // Only the date stops: with fake timers, polling would move the clock on.
  vi.setSystemTime((toHour(Date.now()) + 1.5) * HOUR_MS)
  onTestFinished(() => void vi.useRealTimers())
}

/** Until the test ends time passes by `vi.advanceTimersByTime` alone. */
export function stopTimers(): void {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

/** Moves a clock that was stopped. */
export function passTime(ms: number): void {
  vi.setSystemTime(Date.now() + ms)
}
