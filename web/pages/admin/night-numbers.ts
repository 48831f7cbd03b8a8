import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { BarHours } from '#contract/bar-hours.ts'
import { timeZoneOf } from '#contract/states.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { tonight, tonightCurve } from '#web/features/statistics/nightly-statistics.ts'

/** Tonight's visits in a bar until now. */
export async function readVisits(bar: AdminBar): Promise<number> {
  return tonight(await readHours(bar), timeZoneOf(bar)).visits
}

/** The peaks of tonight's hours. */
export async function readCurve(bar: AdminBar): Promise<readonly number[]> {
  return tonightCurve(await readHours(bar), timeZoneOf(bar))
}

function readHours({ id: barId }: AdminBar): Promise<BarHours> {
  // Nobody asked for it: an ended session is the board's own to tell.
  return adminCall(ADMIN_ENDPOINTS.readHours, { barId }, undefined, { quiet: true })
}
