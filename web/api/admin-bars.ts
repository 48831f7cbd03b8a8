import * as v from 'valibot'
import type { AdminBar } from '#contract/admin-bar.ts'
import { adminBarSchema } from '#contract/admin-bar.ts'
import { ADMIN_API, toAdminBar, toBarHours, toPause } from '#contract/admin-paths.ts'
import type { EditedBarRequest, NewBarRequest } from '#contract/bar-form.ts'
import type { BarHours } from '#contract/bar-hours.ts'
import { barHoursSchema } from '#contract/bar-hours.ts'
import { request } from './request.ts'

/** Registers a bar. The same creation key again answers with the bar that the first call made. */
export function createBar(bar: NewBarRequest): Promise<AdminBar> {
  return request(ADMIN_API.bars, adminBarSchema, { method: 'POST', json: bar })
}

export function fetchAdminBar(barId: string): Promise<AdminBar> {
  return request(toAdminBar(barId), adminBarSchema)
}

/** Saves a bar over the revision that was edited; `conflict` where there is a newer one. */
export function saveBar(barId: string, bar: EditedBarRequest): Promise<AdminBar> {
  return request(toAdminBar(barId), adminBarSchema, { method: 'PUT', json: bar })
}

/** How full a bar was in the last weeks. */
export function fetchBarHours(barId: string): Promise<BarHours> {
  return request(toBarHours(barId), barHoursSchema)
}

/** Closes a bar to newcomers, or opens it again. */
export function setPaused(barId: string, paused: boolean): Promise<AdminBar> {
  return request(toPause(barId), adminBarSchema, { method: paused ? 'PUT' : 'DELETE' })
}

/** Deletes a bar for good; `conflict` where `name` is not its name. */
export async function deleteBar(barId: string, name: string): Promise<void> {
  await request(toAdminBar(barId), v.unknown(), { method: 'DELETE', json: { name } })
}
