import type { OwnData } from '#contract/own-data.ts'
import { ownDataSchema } from '#contract/own-data.ts'
import { toApi } from '#contract/paths.ts'
import { request } from './request.ts'

export function fetchOwnData(barId: string, secret: string): Promise<OwnData> {
  return request(toApi.visit(barId), ownDataSchema, { secret })
}
