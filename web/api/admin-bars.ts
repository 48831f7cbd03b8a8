import * as v from 'valibot'
import { address } from '#contract/address.ts'
import type { AdminBar } from '#contract/admin-bar.ts'
import { adminBarSchema } from '#contract/admin-bar.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { EditedBarRequest, NewBarRequest } from '#contract/bar-form.ts'
import type { BarHours } from '#contract/bar-hours.ts'
import { barHoursSchema } from '#contract/bar-hours.ts'
import type { AdminOptions } from './admin-request.ts'
import { adminRequest } from './admin-request.ts'

/** Idempotent by creation key: a repeat returns the bar of the first call. */
export function createBar(bar: NewBarRequest): Promise<AdminBar> {
  return adminRequest(ADMIN_API.bars, adminBarSchema, { method: 'POST', json: bar })
}

export function fetchAdminBar(barId: string): Promise<AdminBar> {
  return adminRequest(address(ADMIN_API.bar, { barId }), adminBarSchema)
}

/** Throws `conflict` if the bar has a newer revision. */
export function saveBar(barId: string, bar: EditedBarRequest): Promise<AdminBar> {
  return adminRequest(address(ADMIN_API.bar, { barId }), adminBarSchema, {
    method: 'PUT',
    json: bar,
  })
}

export function fetchBarHours(barId: string, options?: AdminOptions): Promise<BarHours> {
  return adminRequest(address(ADMIN_API.hours, { barId }), barHoursSchema, options)
}

/** A paused bar admits nobody new. */
export function setPaused(barId: string, paused: boolean): Promise<AdminBar> {
  return adminRequest(address(ADMIN_API.pause, { barId }), adminBarSchema, {
    method: paused ? 'PUT' : 'DELETE',
  })
}

/** Throws `conflict` if `name` is not the bar's name. */
export async function deleteBar(barId: string, name: string): Promise<void> {
  await adminRequest(address(ADMIN_API.bar, { barId }), v.unknown(), {
    method: 'DELETE',
    json: { name },
  })
}
