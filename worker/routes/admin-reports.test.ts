import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { DAY_MS } from '#contract/durations.ts'
import { API } from '#contract/paths.ts'
import type { OpenReportsPage, Report, ReportCard, ReportsPage } from '#contract/reports.ts'
import { TIMINGS } from '#contract/timings.ts'
import { bytesOf, toDataUrl } from '#test/fakes/pictures.ts'
import { actsIn, someone } from '#test/worker/admin.ts'
import { sweepDeleted } from '#test/worker/deleted-bars.ts'
import { aReport, askFromPage, enterBar, failureOf, statusOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { scheduled } from '#worker/scheduled.ts'

const WORDS = 'uma frase que ninguém mais diria'
const NOTE = 'segue a noite toda'

type Someone = Awaited<ReturnType<typeof someone>>

async function cardsOf({ ask }: Someone, barId: string): Promise<ReportCard[]> {
  const answer = await ask(address(ADMIN_API.reports, { barId }))
  return (await answer.json<OpenReportsPage>()).cards
}

async function closedOf({ ask }: Someone, barId: string): Promise<Report[]> {
  const answer = await ask(address(ADMIN_API.closedReports, { barId }))
  return (await answer.json<ReportsPage>()).reports
}

/** Bruto has a photo and has written to Bia, and she reports him. */
async function aReportedBar() {
  const bar = await Bar.open()
  const { barId } = bar
  const photo = toDataUrl(bytesOf('jpeg'))
  const bruto = await enterBar(barId, { name: 'Bruto', table: '4', photo })
  const bia = await enterBar(barId, { name: 'Bia', table: '9' })
  const [admin, owner] = [await someone('admin', barId), await someone('owner', barId)]
  const staff = await someone('staff', barId)
  // A socket of hers has joined.
  await bar.set(bia.person, 'last_seen', Date.now() + 1)
  await bar.write({ id: bruto.person.id } as never, { id: bia.person.id } as never, 1, WORDS)
  const json = aReport(bruto.person, { note: NOTE })
  const { secret } = bia
  const sent = await askFromPage(address(API.reports, { barId }), { method: 'POST', secret, json })
  expect(sent.status).toBe(204)
  const report = await seen(async () => (await cardsOf(staff, barId))[0]?.report)
  return { bar, barId, bruto, bia, report, staff, owner, admin }
}

test('T58 T59 staff see a report without messages; owners and administrators read those with an act', async () => {
  const { barId, bruto, bia, report, staff, owner, admin } = await aReportedBar()
  expect(report).toEqual({
    id: expect.any(String),
    reason: 'harassment',
    rank: 'new',
    state: 'open',
    closedAt: null,
    reportedAt: expect.any(Number),
    removalReason: null,
    evidence: {
      note: NOTE,
      messages: 1,
      reporter: {
        personId: bia.person.id,
        name: 'Bia',
        table: '9',
        hasPhoto: false,
        hasThumbnail: false,
      },
      reported: {
        personId: bruto.person.id,
        name: 'Bruto',
        table: '4',
        hasPhoto: true,
        hasThumbnail: false,
      },
    },
  })
  const toPhoto = (name: string) =>
    address(ADMIN_API.reportPhoto, { barId, reportId: report.id, photo: name as 'reported' })
  const photo = await staff.ask(toPhoto('reported'))
  expect(photo.headers.get('Content-Type')).toBe('image/jpeg')
  expect(photo.headers.get('Cache-Control')).toBe('no-store')
  expect(new Uint8Array(await photo.arrayBuffer())).toEqual(new Uint8Array(bytesOf('jpeg')))
  for (const name of ['reporter', 'reported-thumbnail', 'other']) {
    expect(await failureOf(await staff.ask(toPhoto(name)))).toBe('404 not_found')
  }

  for (const { ask, account } of [owner, admin]) {
    const pressed = await ask(
      address(ADMIN_API.reportMessages, { barId, reportId: report.id }),
      'POST',
    )
    expect(await pressed.json()).toEqual([
      { isReporter: false, text: WORDS, at: expect.any(Number) },
    ])
    expect((await actsIn(barId)).at(-1)).toMatchObject({
      kind: 'report_messages_read',
      accountId: account.id,
    })
  }

  const closing = address(ADMIN_API.reportClosing, { barId, reportId: report.id })
  expect((await staff.ask(closing, 'PUT')).status).toBe(204)
  expect(await cardsOf(staff, barId)).toEqual([])
  for (const late of [await staff.ask(toPhoto('reported')), await staff.ask(closing, 'PUT')]) {
    expect(await failureOf(late)).toBe('404 not_found')
  }
  expect((await owner.ask(closing, 'PUT')).status).toBe(204)
  const closed = await closedOf(owner, barId)
  expect(closed).toMatchObject([{ id: report.id, state: 'closed', evidence: { note: NOTE } }])
  expect(await statusOf(owner.ask(toPhoto('reported')))).toBe(200)
  expect((await actsIn(barId)).map(({ kind, accountId }) => [kind, accountId])).toEqual([
    ['report_opened', ''],
    ...[owner, admin].map(({ account }) => ['report_messages_read', account.id]),
    ['report_closed', staff.account.id],
  ])
})

test('T58 T13 "Remover desta noite" removes the browser, closes the report and leaves both acts', async () => {
  const { bar, barId, bruto, report, staff, owner } = await aReportedBar()
  const path = address(ADMIN_API.reportRemoval, { barId, reportId: report.id })
  expect(await failureOf(await staff.ask(path, 'PUT', { reason: 'x' }))).toMatch(/^400 /)
  expect(await bar.room.removals()).toEqual([])
  expect((await staff.ask(path, 'PUT', { reason: 'insult' })).status).toBe(204)
  expect(await bar.room.removals()).toMatchObject([{ personId: bruto.person.id, reason: 'insult' }])
  const closed = await closedOf(owner, barId)
  expect(closed).toMatchObject([
    { id: report.id, state: 'removed', reason: 'harassment', removalReason: 'insult' },
  ])
  const acts = (await actsIn(barId)).map(({ kind, reason }) => [kind, reason])
  expect(acts.sort()).toEqual([
    ['person_removed', 'insult'],
    ['report_closed', undefined],
    ['report_opened', undefined],
  ])
})

test('T58 the act of a closed report names the person, also without the evidence', async () => {
  const { barId, bruto, report, staff } = await aReportedBar()
  await env.MEDIA.delete(`reports/${report.id}`)
  const closing = address(ADMIN_API.reportClosing, { barId, reportId: report.id })
  expect((await staff.ask(closing, 'PUT')).status).toBe(204)
  const personId = bruto.person.id
  expect((await actsIn(barId)).at(-1)).toMatchObject({ kind: 'report_closed', personId })
})

test('T58 the hourly sweep deletes the evidence and its row after ninety days, and not a day before', async () => {
  const { report } = await aReportedBar()
  const key = `reports/${report.id}`
  const row = () => env.DB.prepare('SELECT 1 FROM reports WHERE id = ?').bind(report.id).first()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const sweepAfter = async (ms: number) => {
    vi.setSystemTime(report.reportedAt + ms)
    await scheduled({} as ScheduledController, env)
    return [(await env.MEDIA.head(key)) !== null, (await row()) !== null]
  }
  expect(await sweepAfter(TIMINGS.evidenceMs - DAY_MS)).toEqual([true, true])
  // The minute covers a difference between the clocks of R2 and this test.
  expect(await sweepAfter(TIMINGS.evidenceMs + 60_000)).toEqual([false, false])
})

test('T58 a report without its evidence is still listed, and a deleted bar leaves no report', async () => {
  const { barId, report, staff, owner, admin } = await aReportedBar()
  const kept = await env.MEDIA.get(`reports/${report.id}`)
  await env.MEDIA.delete(`reports/${report.id}`)
  expect(await cardsOf(staff, barId)).toMatchObject([{ report: { id: report.id, evidence: null } }])
  expect(
    await failureOf(
      await owner.ask(address(ADMIN_API.reportMessages, { barId, reportId: report.id }), 'POST'),
    ),
  ).toBe('404 not_found')
  await env.MEDIA.put(`reports/${report.id}`, await (kept as R2ObjectBody).text())

  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const get = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'get').mockRejectedValue(new Error('away'))
  expect(await cardsOf(staff, barId)).toMatchObject([{ report: { id: report.id, evidence: null } }])
  expect(logged.mock.calls.join()).toContain('evidence_not_read')
  get.mockRestore()
  logged.mockRestore()
  const deleted = await admin.ask(address(ADMIN_API.bar, { barId }), 'DELETE', {
    name: 'Bar do Teste',
  })
  expect(deleted.status).toBe(204)
  await sweepDeleted(barId)
  expect(await env.MEDIA.head(`reports/${report.id}`)).toBeNull()
  const rows = env.DB.prepare('SELECT id FROM reports WHERE bar_id = ?').bind(barId)
  expect((await rows.all()).results).toEqual([])
})
