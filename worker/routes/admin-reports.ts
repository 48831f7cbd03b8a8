import type { Context } from 'hono'
import { Hono } from 'hono'
import * as v from 'valibot'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import type { RemovalReason } from '#contract/removals.ts'
import type {
  OpenReportsPage,
  Report,
  ReportMessage,
  ReportSide,
  ReportsPage,
} from '#contract/reports.ts'
import { EVIDENCE_PHOTOS } from '#contract/reports.ts'
import { actOf, noteAct } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { withTimeout } from '#worker/call-timeout.ts'
import { keepAct } from '#worker/db/acts.ts'
import type { ReportPermission, ReportRow } from '#worker/db/reports.ts'
import {
  closeReport,
  findReport,
  listClosedReports,
  listOpenReports,
  listReportsOf,
} from '#worker/db/reports.ts'
import { callObject, callRoom, roomOf } from '#worker/durable-objects.ts'
import { at } from '#worker/http/at.ts'
import { cursorSchema, idOf, parseInput, readJsonBody } from '#worker/http/input.ts'
import { log } from '#worker/log.ts'
import type { EvidenceHead, FrozenPerson } from '#worker/media/evidence.ts'
import {
  readEvidenceHead,
  readEvidenceMessages,
  readEvidencePhoto,
} from '#worker/media/evidence.ts'
import { accountOf, barFor } from '#worker/middleware/signed-in.ts'
import { noteReportsChanged } from '#worker/monitor/notify.ts'
import type { Granted } from '#worker/policy/rights.ts'

const pageSchema = v.strictObject({ after: cursorSchema(1) })
const cardsPageSchema = v.strictObject({ after: cursorSchema(2) })

export const adminReports = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.listReports), async (c) => {
    const granted = await barFor(c, 'answerReports')
    const { after } = parseInput(cardsPageSchema, c.req.query())
    const { cards, open, next } = await listOpenReports(c.env.DB, granted, after)
    const shown = await Promise.all(
      cards.map(async ({ report, ...card }) => ({
        ...card,
        report: await withEvidence(c.env, report),
      })),
    )
    return c.json({ cards: shown, open, next } satisfies OpenReportsPage)
  })
  .on(...at(ADMIN_ENDPOINTS.listReportsOf), async (c) => {
    const granted = await barFor(c, 'answerReports')
    const personId = idOf(c, 'personId')
    const { after } = parseInput(pageSchema, c.req.query())
    return c.json(await toPage(c.env, listReportsOf(c.env.DB, granted, personId, after)))
  })
  .on(...at(ADMIN_ENDPOINTS.listClosedReports), async (c) => {
    const granted = await barFor(c, 'seeClosedReports')
    const { after } = parseInput(pageSchema, c.req.query())
    return c.json(await toPage(c.env, listClosedReports(c.env.DB, granted, after)))
  })
  .on(...at(ADMIN_ENDPOINTS.closeReport), async (c) => {
    const granted = await barFor(c, 'answerReports')
    const { id, personId } = await reportOf(c, granted)
    await close(c, granted, id, null, { barId: granted.barId, personId })
    return c.body(null, 204)
  })
  .on(...at(ADMIN_ENDPOINTS.removeReported), async (c) => {
    const granted = await barFor(c, 'removePeople')
    const { barId } = granted
    const { id } = await reportOf(c, granted)
    const { reason } = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.removeReported.body)
    const { personId, personIds } = await callRoom(() =>
      roomOf(c.env, barId).removeReported(id, accountOf(c).id, reason),
    )
    const noteOne = (id: string) => noteAct(c, 'person_removed', { barId, personId: id, reason })
    await Promise.all(personIds.map(noteOne))
    await close(c, granted, id, reason, { barId, personId })
    return c.body(null, 204)
  })
  .on(...at(ADMIN_ENDPOINTS.readReportMessages), async (c) => {
    const granted = await barFor(c, 'readReportMessages')
    const { id, personId } = await reportOf(c, granted)
    // The messages are sent only once the act is stored: unlike a removal, they can wait for D1.
    await keepAct(c.env.DB, actOf(c, 'report_messages_read', { barId: granted.barId, personId }))
    const messages = await readEvidenceMessages(c.env, id)
    if (!messages) throw new CodedError('not_found')
    return c.json(messages satisfies ReportMessage[])
  })
  .on(...at(ADMIN_ENDPOINTS.readReportPhoto), async (c) => {
    const { id } = await reportOf(c, await barFor(c, 'answerReports'))
    const name = EVIDENCE_PHOTOS.find((one) => one === c.req.param('photo'))
    const photo = name && (await readEvidencePhoto(c.env, id, name))
    if (!photo) throw new CodedError('not_found')
    c.header('Content-Type', photo.type)
    c.header('Content-Security-Policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    return c.body(photo.body)
  })

/** Finds the report of the path. Throws `not_found`. */
function reportOf(c: Context<AppEnv>, granted: Granted<ReportPermission>) {
  return findReport(c.env.DB, granted, idOf(c, 'reportId'))
}

/** Notifies the other boards and the monitor. A board that misses this learns it with its next request. */
async function close(
  c: Context<AppEnv>,
  granted: Granted<ReportPermission>,
  reportId: string,
  removalReason: RemovalReason | null,
  whom: { barId: string; personId: string },
): Promise<void> {
  await closeReport(c.env.DB, granted, reportId, removalReason, actOf(c, 'report_closed', whom))
  const sending = callObject(() => roomOf(c.env, whom.barId).reportsChanged())
  c.executionCtx.waitUntil(sending.catch((error) => log('reports_change_not_sent', { error })))
  c.executionCtx.waitUntil(noteReportsChanged(c.env, whom.barId))
}

async function toPage(
  env: Env,
  listed: ReturnType<typeof listClosedReports>,
): Promise<ReportsPage> {
  const { reports, next } = await listed
  return { reports: await Promise.all(reports.map((row) => withEvidence(env, row))), next }
}

/** Without R2 the staff still see that there is a report, why, and can close it. */
async function withEvidence(env: Env, row: ReportRow): Promise<Report> {
  const head = await withTimeout(readEvidenceHead(env, row.id)).catch((error) => {
    log('evidence_not_read', { error })
    return null
  })
  return { ...row, evidence: head && toEvidence(head) }
}

function toEvidence(head: EvidenceHead): NonNullable<Report['evidence']> {
  const { note, reporter, reported, messages, photos } = head
  const names = new Set(photos.map(({ name }) => name))
  const toSide = (
    { personId, name, table }: FrozenPerson,
    of: 'reporter' | 'reported',
  ): ReportSide => ({
    personId,
    name,
    table,
    hasPhoto: names.has(of),
    hasThumbnail: names.has(`${of}-thumbnail`),
  })
  return {
    note,
    messages,
    reporter: toSide(reporter, 'reporter'),
    reported: toSide(reported, 'reported'),
  }
}
