import * as v from 'valibot'

/** What the numbers count in. */
export const HOUR_MS = 3_600_000

/** How full a bar was within one hour. */
const barHourSchema = v.object({
  /** Hours since 1970: all of Brazil's clocks are whole hours from UTC. */
  hour: v.number(),
  /** The most people online at one moment. */
  peak: v.number(),
  /** Profiles made. */
  visits: v.number(),
})
export type BarHour = v.InferOutput<typeof barHourSchema>

/** Answer of asking for a bar's numbers: the hours in which somebody was there, oldest first. */
export const barHoursSchema = v.object({
  /** The server's hour, which is still going on. */
  now: v.number(),
  hours: v.array(barHourSchema),
})
export type BarHours = v.InferOutput<typeof barHoursSchema>

/** The hour of a moment (milliseconds since 1970), in hours since 1970. */
export function toHour(at: number): number {
  return Math.floor(at / HOUR_MS)
}
