import * as v from 'valibot'
import { REPORT_RANKS, REPORT_REASONS } from '#contract/reports.ts'
import { TIMINGS } from '#contract/timings.ts'
import { keepReport } from '#worker/db/reports.ts'
import { erasePhotos } from '#worker/media/erase-many.ts'
import type { Evidence } from '#worker/media/evidence.ts'
import { evidenceSchema, putEvidence } from '#worker/media/evidence.ts'
import type { Occupancy } from '#worker/room/board/occupancy.ts'
import type { Deliveries, OutboxRow } from './outbox.ts'
import type { RoomFile } from './room-file.ts'

/** R2 deletes 1,000 keys in one call, and each photo has a thumbnail. */
const PHOTOS_AT_ONCE = 500
const HOURS_AT_ONCE = 24

const reportSchema = v.object({
  reason: v.picklist(REPORT_REASONS),
  reportedAt: v.number(),
  personId: v.string(),
  rank: v.picklist(REPORT_RANKS),
  isExcess: v.boolean(),
})
const frozenSchema = v.object({ ...reportSchema.entries, evidence: evidenceSchema })
export type FrozenReport = v.InferOutput<typeof reportSchema> & { evidence: Evidence }

interface Parts {
  file: RoomFile
  occupancy: () => Occupancy
  onReportKept: () => void
  notifyOfReports: () => void
}

/** How each kind of row in a room's outbox reaches R2 or D1. */
export function deliveriesOf(env: Env, parts: Parts): Deliveries {
  const { file, occupancy, onReportKept, notifyOfReports } = parts
  return {
    // D1 gets the report after R2 has its evidence, so that no report is listed without it.
    evidence: {
      lane: 'R2',
      atOnce: 1,
      failure: 'report_not_delivered',
      send: (rows) =>
        Promise.all(
          rows.map(({ id, body }) =>
            putEvidence(env, id, v.parse(frozenSchema, JSON.parse(body)).evidence),
          ),
        ),
      onConfirmed: (rows, outbox) => {
        for (const { id, body } of rows) {
          const report = v.parse(reportSchema, JSON.parse(body))
          outbox.add('report', id, JSON.stringify(report))
          outbox.freePhotosOf(id)
        }
      },
    },
    photo: {
      lane: 'R2',
      atOnce: PHOTOS_AT_ONCE,
      failure: 'photo_not_erased',
      send: (rows) => erasePhotos(env, idsOf(rows)),
    },
    report: {
      lane: 'D1',
      atOnce: 1,
      failure: 'report_not_delivered',
      send: (rows) =>
        Promise.all(
          rows.map(async ({ id, body }) => {
            const { isExcess: _, ...report } = v.parse(reportSchema, JSON.parse(body))
            await keepReport(env.DB, { id, barId: file.barId, ...report })
          }),
        ),
      onConfirmed: (rows, outbox) => {
        const isNoticed = rows.some(({ body }) => !v.parse(reportSchema, JSON.parse(body)).isExcess)
        const dueAt = file.reportsNotifiedAt + TIMINGS.reportsNotifyStaffEveryMs
        // While one waits, the next reports share it.
        if (isNoticed) outbox.add('reportNotice', '', '', dueAt)
      },
      afterCommit: onReportKept,
    },
    // Nobody waits for a push service: it is tried once.
    reportNotice: {
      lane: 'D1',
      atOnce: 1,
      failure: 'notice_not_sent',
      send: async () => notifyOfReports(),
      onConfirmed: () => file.setReportsNotifiedAt(Date.now()),
    },
    // The numbers are read when they are sent: a late attempt never overwrites newer ones.
    hours: {
      lane: 'D1',
      atOnce: HOURS_AT_ONCE,
      failure: 'hours_not_saved',
      send: (rows) => occupancy().save(idsOf(rows).map(Number)),
      onConfirmed: (rows) => occupancy().confirm(idsOf(rows).map(Number), Date.now()),
    },
  }
}

function idsOf(rows: readonly OutboxRow[]): string[] {
  return rows.map(({ id }) => id)
}
