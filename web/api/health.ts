import { ADMIN_API } from '#contract/admin-paths.ts'
import type { Health, Version } from '#contract/health.ts'
import { healthSchema, roomHealthSchema, versionSchema } from '#contract/health.ts'
import { HEALTH } from '#contract/paths.ts'
import type { SiteState } from '#contract/site-state.ts'
import { siteStateSchema } from '#contract/site-state.ts'
import { adminRequest } from './admin-request.ts'
import { request } from './request.ts'

export function fetchVersion(): Promise<Version> {
  return request(HEALTH, versionSchema)
}

/** Of a room that stores nothing. */
export async function fetchRoomMs(): Promise<number> {
  return (await request(`${HEALTH}?room`, roomHealthSchema)).roomMs
}

export function fetchSiteState(): Promise<SiteState> {
  return adminRequest(ADMIN_API.site, siteStateSchema)
}

export function saveSiteState(state: SiteState): Promise<SiteState> {
  return adminRequest(ADMIN_API.site, siteStateSchema, { method: 'PUT', json: state })
}

export function fetchHealth(): Promise<Health> {
  return adminRequest(ADMIN_API.health, healthSchema)
}
