import type { PublicBar } from '#contract/bar.ts'
import { publicBarSchema } from '#contract/bar.ts'
import { toApi } from '#contract/paths.ts'
import { request } from './request.ts'

/** The public view of a bar; `bar_not_found` where there is none. */
export function fetchBar(barId: string): Promise<PublicBar> {
  return request(toApi.bar(barId), publicBarSchema)
}
