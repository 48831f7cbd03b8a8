import { DAY_MS, SECOND_MS } from '#contract/durations.ts'
import type { ZonedBar } from '#contract/states.ts'
import { timeZoneOf } from '#contract/states.ts'

/** A bar's columns in D1. Times are milliseconds since 1970. */
export interface EntryCodeSetting extends ZonedBar {
  isOn: boolean
  /** The code is required until this time, also with the switch off. */
  until: number | null
  /** Part of the code's seed: a renewal changes the code. */
  renewals: number
}

export function asksForCode(
  { isOn, until }: Pick<EntryCodeSetting, 'isOn' | 'until'>,
  now: number,
): boolean {
  return isOn || (until !== null && until > now)
}

const NOON_MS = DAY_MS / 2

/** A night runs from noon to noon in the bar's time zone. */
export function nightAt(bar: ZonedBar, now: number): { night: number; endsAt: number } {
  const offset = readClock(timeZoneOf(bar), now) - Math.floor(now / SECOND_MS) * SECOND_MS
  const night = Math.floor((now + offset - NOON_MS) / DAY_MS)
  return { night, endsAt: (night + 1) * DAY_MS + NOON_MS - offset }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The wall clock of the zone, as if it were UTC. */
function readClock(timeZone: string, now: number): number {
  const clock = clocks.get(timeZone) ?? makeClock(timeZone)
  clocks.set(timeZone, clock)
  const parts = Object.fromEntries(
    clock.formatToParts(now).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

function makeClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}
