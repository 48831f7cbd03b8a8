import * as v from 'valibot'
import { address } from '#contract/address.ts'
import { API } from '#contract/paths.ts'
import type { ReportRequest } from '#contract/reports.ts'
import { request } from './request.ts'

/** Blocks too. Repeated with the same attempt it is the same report. */
export async function reportPerson(
  barId: string,
  secret: string,
  report: ReportRequest,
): Promise<void> {
  await request(address(API.reports, { barId }), v.unknown(), {
    method: 'POST',
    secret,
    json: report,
  })
}
