import type { BarHour, BarHours } from '#contract/bar-hours.ts'
import { HOUR_MS } from '#contract/durations.ts'

const HOURS = 24
const DAYS = 7
const WEEKS = 4
/** The finished nights that the statistics cover. */
export const NIGHTS = WEEKS * DAYS
/** A night runs from noon to noon: after midnight belongs to the evening before. */
const NOON = 12

const CLOCK = {
  hourCycle: 'h23',
  hour: 'numeric',
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
} as const
/** One for each time zone. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** In the bar's time zone. */
interface LocalHour {
  clock: number
  /** Days since 1970-01-01 of the noon at which the night begins. */
  night: number
  /** The weekday of that night; 0 is Monday. */
  weekday: number
}

export function toLocal(hour: number, timeZone: string): LocalHour {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...CLOCK, timeZone })
  clocks.set(timeZone, clock)
  const parts = Object.fromEntries(
    clock.formatToParts(hour * HOUR_MS).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 0, day = 0, hour: ofDay = 0 } = parts
  const date = Date.UTC(year, month - 1, day) / (HOURS * HOUR_MS)
  const night = ofDay < NOON ? date - 1 : date
  // 1970-01-01 was a Thursday.
  return { clock: ofDay, night, weekday: (night + 3) % DAYS }
}

/** Peak online count of each of the last 24 hours, the current hour last. */
export function lastDay({ now, hours }: BarHours): { hour: number; peak: number }[] {
  const peaks = toPeaks(hours)
  return Array.from({ length: HOURS }, (_, index) => {
    const hour = now - HOURS + 1 + index
    return { hour, peak: peaks.get(hour) ?? 0 }
  })
}

export function tonight(
  { now, hours }: BarHours,
  timeZone: string,
): { peak: number; visits: number } {
  const { night } = toLocal(now, timeZone)
  const ofNight = hours.filter(({ hour }) => toLocal(hour, timeZone).night === night)
  return {
    peak: Math.max(0, ...ofNight.map(({ peak }) => peak)),
    visits: ofNight.reduce((sum, { visits }) => sum + visits, 0),
  }
}

/** The peak of each hour of tonight, from noon until now. */
export function tonightCurve({ now, hours }: BarHours, timeZone: string): number[] {
  const { clock } = toLocal(now, timeZone)
  const peaks = toPeaks(hours)
  const sinceNoon = ((clock - NOON + HOURS) % HOURS) + 1
  return Array.from({ length: sinceNoon }, (_, at) => peaks.get(now - sinceNoon + 1 + at) ?? 0)
}

export const NIGHT_CLOCK = Array.from({ length: HOURS }, (_, index) => (index + NOON) % HOURS)

/**
 * Mean peaks of the last 4 finished nights, or of those since a bar's first hour. Rows: Monday to Sunday.
 * Columns: from noon.
 */
export function averageWeek({ now, hours }: BarHours, timeZone: string): number[][] {
  const current = toLocal(now, timeZone).night
  const first = Math.max(current - NIGHTS, toLocal(hours[0]?.hour ?? now, timeZone).night)
  const week = Array.from({ length: DAYS }, () => Array.from({ length: HOURS }, () => 0))
  for (const { hour, peak } of hours) {
    const { clock, night, weekday } = toLocal(hour, timeZone)
    if (night >= current || night < first) continue
    const row = week[weekday]
    const column = (clock + NOON) % HOURS
    // Finished nights of this weekday: those before this one, and the rest.
    const nights = Math.floor((night - first) / DAYS) + Math.ceil((current - night) / DAYS)
    if (row) row[column] = (row[column] ?? 0) + peak / nights
  }
  return week
}

/** Null if nobody ever came. */
export function fullest(week: readonly (readonly number[])[]) {
  const places = week.flatMap((row, weekday) =>
    row.map((average, column) => ({ weekday, clock: NIGHT_CLOCK[column] ?? 0, average })),
  )
  const best = places.reduce((most, place) => (place.average > most.average ? place : most))
  return best.average > 0 ? best : null
}

function toPeaks(hours: readonly BarHour[]): Map<number, number> {
  return new Map(hours.map(({ hour, peak }) => [hour, peak]))
}
