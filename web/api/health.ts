import { ADMIN_API } from '#contract/admin-paths.ts'
import type { Health, Version } from '#contract/health.ts'
import { healthSchema, roomHealthSchema, versionSchema } from '#contract/health.ts'
import { HEALTH } from '#contract/paths.ts'
import { request } from './request.ts'

export function fetchVersion(): Promise<Version> {
  return request(HEALTH, versionSchema)
}

/** Of a room that stores nothing. */
export async function fetchRoomMs(): Promise<number> {
  return (await request(`${HEALTH}?room`, roomHealthSchema)).roomMs
}

export function fetchHealth(): Promise<Health> {
  return request(ADMIN_API.health, healthSchema)
}
