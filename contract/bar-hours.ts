import * as v from 'valibot'
import { HOUR_MS } from './durations.ts'

const barHourSchema = v.object({
  /** Hours since 1970. Every time zone of Brazil is a whole number of hours from UTC. */
  hour: v.number(),
  peak: v.number(),
  visits: v.number(),
})
export type BarHour = v.InferOutput<typeof barHourSchema>

/** Hours without people are left out; oldest first. */
export const barHoursSchema = v.object({
  now: v.number(),
  hours: v.array(barHourSchema),
})
export type BarHours = v.InferOutput<typeof barHoursSchema>

export function toHour(at: number): number {
  return Math.floor(at / HOUR_MS)
}
