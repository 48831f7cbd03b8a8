import { address } from '#contract/address.ts'
import type { PublicBar } from '#contract/bar.ts'
import { onlineCountSchema, publicBarSchema } from '#contract/bar.ts'
import { API } from '#contract/paths.ts'
import { request } from './request.ts'

/** Throws `bar_not_found` for an unknown bar. */
export function fetchBar(barId: string): Promise<PublicBar> {
  return request(address(API.bar, { barId }), publicBarSchema)
}

/** How many are there now. Null if few are, or nobody knows. */
export async function fetchOnline(barId: string): Promise<number | null> {
  return (await request(address(API.online, { barId }), onlineCountSchema)).online
}
