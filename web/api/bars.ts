import type { PublicBar } from '#contract/bar.ts'
import { publicBarSchema } from '#contract/bar.ts'
import { toApi } from '#contract/paths.ts'
import { request } from './request.ts'

/** Throws `bar_not_found` for an unknown bar. */
export function fetchBar(barId: string): Promise<PublicBar> {
  return request(toApi.bar(barId), publicBarSchema)
}
