import type { AdminBar } from '#contract/admin-bar.ts'
import { adminBarSchema } from '#contract/admin-bar.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { NewBarRequest } from '#contract/bar-form.ts'
import { request } from './request.ts'

/** Registers a bar. The same creation key again answers with the bar that the first call made. */
export function createBar(bar: NewBarRequest): Promise<AdminBar> {
  return request(ADMIN_API.bars, adminBarSchema, { method: 'POST', json: bar })
}
