import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { NOBODY } from '#test/client/room-socket.ts'
import { sectionOf } from '#test/worker/board-client.ts'
import { countKept, keepPhoto } from '#test/worker/photos.ts'
import { aReport } from '#test/worker/requests.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import {
  putEvidence,
  readEvidenceHead,
  readEvidenceMessages,
  readEvidencePhoto,
} from '#worker/media/evidence.ts'

beforeEach(stopClock)

/** Lists the reports of D1. */
async function listed({ barId }: Bar) {
  const { results } = await env.DB.prepare(
    'SELECT id, reason, state, reported_at AS reportedAt FROM reports WHERE bar_id = ?',
  )
    .bind(barId)
    .all<{ id: string; reason: string; state: string; reportedAt: number }>()
  return results
}

const countRows = async (bar: Bar, table: 'blocks' | 'reports') =>
  (await bar.sql(`SELECT 1 FROM ${table}`)).length

/** The rows of evidence and reports that R2 or D1 has not confirmed. */
const waiting = (bar: Bar) =>
  bar.sql<{ id: string; kind: string; body: string }>(
    "SELECT id, kind, body FROM outbox WHERE kind IN ('evidence', 'report')",
  )

async function delivered(bar: Bar, count = 1): Promise<string[]> {
  await expect.poll(async () => (await listed(bar)).length).toBe(count)
  await expect.poll(() => waiting(bar)).toEqual([])
  return (await listed(bar)).map(({ id }) => id)
}

/** Bruto and Bia have a photo each. Bruto has written to Bia, and Bia has answered once. */
async function anEvening() {
  const bar = await Bar.open()
  const photos = [await keepPhoto('Bruto'), await keepPhoto('Bia')] as const
  const bruto = await bar.admit('Bruto', { photo: photos[0].path })
  const bia = await bar.admit('Bia', { photo: photos[1].path })
  const caio = await bar.seat('Caio')
  for (const one of [bruto, bia]) await one.connect()
  await bruto.deliver(bia, 'oi')
  await bia.deliver(bruto, 'me deixa')
  return { bar, bruto, bia, caio, photos }
}

const textOf = async (id: string, photo: 'reported' | 'reported-thumbnail' | 'reporter') => {
  const found = await readEvidencePhoto(env, id, photo)
  return found && `${found.type} ${await new Response(found.body).text()}`
}

test('T58 B5 a report freezes profiles, photos and messages, which stay when both visits end', async () => {
  const { bar, bruto, bia, photos } = await anEvening()
  const section = await sectionOf(bar, { role: 'staff' })
  expect(await bar.room.report(bia.visit, aReport(bruto))).toEqual({ ok: true })
  expect([await countRows(bar, 'blocks'), await countRows(bar, 'reports')]).toEqual([2, 1])
  expect(await bia.page.get('conversationEnded')).toMatchObject({ personId: bruto.id })
  expect(await bruto.page.get('conversationEnded')).toMatchObject({ personId: bia.id })
  expect(await bar.room.blocks(bia.visit)).toMatchObject({ blocks: [{ personId: bruto.id }] })
  await bar.leave(bruto)
  await bar.leave(bia)
  const [id = ''] = await delivered(bar)
  expect(await listed(bar)).toMatchObject([{ reason: 'harassment', state: 'open' }])
  await bar.photosErased()
  expect(await countKept(photos[0].keys)).toBe(0)
  expect(await readEvidenceHead(env, id)).toMatchObject({
    note: 'não parava',
    messages: 2,
    reporter: { personId: bia.id, name: 'Bia', table: '7' },
    reported: { personId: bruto.id, name: 'Bruto', table: '7' },
  })
  expect(await readEvidenceMessages(env, id)).toMatchObject([
    { isReporter: false, text: 'oi' },
    { isReporter: true, text: 'me deixa' },
  ])
  expect(await textOf(id, 'reported')).toBe('image/webp whole Bruto')
  expect(await textOf(id, 'reported-thumbnail')).toBe('image/webp small Bruto')
  expect(await textOf(id, 'reporter')).toBe('image/webp whole Bia')
  // The evidence is in R2 alone.
  expect(await waiting(bar)).toEqual([])
  // A board learns that the reports changed, and nothing more, when one is kept and when one is closed.
  await expect.poll(() => section.all('reports').length).toBe(1)
  await bar.room.reportsChanged()
  await expect.poll(() => section.all('reports').length).toBe(2)
  expect(Object.keys(section.all('reports')[0] ?? {}).sort()).toEqual(['number', 'type'])
})

test('T58 the last fifty messages go with a report, none of anybody else, and none where that was unticked', async () => {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  await bar.write(bia, ana, 70)
  await bar.write(bia, caio, 3, 'de outra conversa')
  await bar.room.report(ana.visit, aReport(bia))
  await bar.room.report(caio.visit, aReport(bia, { withMessages: false }))
  const ids = await delivered(bar, 2)
  const messages = await Promise.all(ids.map((id) => readEvidenceMessages(env, id)))
  const [none, some] = messages.sort((one, other) => (one?.length ?? 0) - (other?.length ?? 0))
  expect(none).toEqual([])
  expect(some?.map(({ text }) => text)).toEqual(
    Array.from({ length: LIMITS.evidenceMessages }, (_, at) => String(at + 21)),
  )
})

test('T58 R20 a report is answered while R2 and D1 are away, survives a crash, and is kept once', async () => {
  const { bar, bruto, bia, photos } = await anEvening()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const put = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'put')
  put.mockRejectedValue(new Error('R2 is away'))
  const request = aReport(bruto)
  expect(await bar.room.report(bia.visit, request)).toEqual({ ok: true })
  await bar.leave(bruto)
  await expect.poll(() => logged.mock.calls.join()).toContain('report_not_delivered')
  await bar.sleep()
  expect(await listed(bar)).toEqual([])
  // The photo that it freezes waits for it.
  expect(await countKept(photos[0].keys)).toBe(2)
  put.mockRestore()

  const batch = vi.spyOn(Object.getPrototypeOf(env.DB), 'batch')
  batch.mockRejectedValue(new Error('D1 is away'))
  await bar.ringAfter(60_000)
  await expect.poll(() => batch.mock.calls.length).toBeGreaterThan(0)
  // R2 has the evidence, so the room has erased it.
  expect(await waiting(bar)).toMatchObject([{ kind: 'report' }])
  batch.mockRestore()
  await bar.crash()

  await bar.ringAfter(60_000)
  const [id = ''] = await delivered(bar)
  expect(await textOf(id, 'reported')).toBe('image/webp whole Bruto')
  expect(await bar.room.report(bia.visit, request)).toEqual({ ok: true })
  // The room sends the report again, as after a crash, and the staff have closed it meanwhile.
  await env.DB.prepare("UPDATE reports SET state = 'closed' WHERE id = ?").bind(id).run()
  const toSide = ({ id: personId, name }: Person) => ({ personId, name, table: '7', photo: null })
  const evidence = {
    note: 'não parava',
    messages: [],
    reporter: toSide(bia),
    reported: toSide(bruto),
  }
  const frozen = {
    reason: request.reason,
    reportedAt: Date.now(),
    personId: bruto.id,
    rank: 'known',
    isExcess: false,
    evidence,
  }
  await bar.sql(
    "INSERT INTO outbox (kind, id, body, due_at, failures) VALUES ('evidence', ?, ?, 0, 0)",
    id,
    JSON.stringify(frozen),
  )
  await bar.sleep()
  await bar.leave(bia)
  await expect.poll(() => waiting(bar)).toEqual([])
  expect(await listed(bar)).toMatchObject([{ id, state: 'closed' }])
  const acts = env.DB.prepare('SELECT kind, person_id AS personId FROM admin_acts WHERE bar_id = ?')
  expect((await acts.bind(bar.barId).all()).results).toEqual([
    { kind: 'report_opened', personId: bruto.id },
  ])
})

test('T58 R20 an attempt that goes on after another has succeeded leaves the evidence its photos', async () => {
  const photo = await keepPhoto('Bruto')
  const reporter = { personId: NOBODY, name: 'Bia', table: '7', photo: null }
  const reported = { ...reporter, name: 'Bruto', photo: photo.path }
  const evidence = { note: '', messages: [], reporter, reported }
  const id = crypto.randomUUID()
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const bucket: R2Bucket = Object.getPrototypeOf(env.MEDIA)
  const { get } = bucket
  vi.spyOn(bucket, 'get').mockImplementationOnce(async function (this: R2Bucket, key) {
    await held
    return get.call(this, key)
  })
  const late = putEvidence(env, id, evidence)
  await putEvidence(env, id, evidence)
  await env.MEDIA.delete(photo.keys)
  go()
  await late
  expect(await textOf(id, 'reported')).toBe('image/webp whole Bruto')
})

test('T58 one unreadable report does not stop the next', async () => {
  const { bar, bruto, bia, caio } = await anEvening()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const put = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'put')
  put.mockRejectedValue(new Error('R2 is away'))
  await bar.room.report(bia.visit, aReport(bruto))
  await bar.sql("UPDATE outbox SET body = '{}' WHERE kind = 'evidence'")
  put.mockRestore()
  passTime(1_000)
  await bar.room.report(caio.visit, aReport(bruto))
  await bar.ringAfter(60_000)
  await expect.poll(async () => (await listed(bar)).length).toBe(1)
})

test('T58 five reports a visit, one of a pair, one for an attempt, also by the next profile of the browser', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  const others = await bar.crowd(LIMITS.reports + 1)
  const [first] = others
  if (!first) throw new Error('nobody')
  const request = aReport(first)
  const both = [bar.room.report(ana.visit, request), bar.room.report(ana.visit, request)]
  expect(await Promise.all(both)).toEqual([{ ok: true }, { ok: true }])
  const reportBy = async ({ visit }: Person, of: Person, request = aReport(of)) => {
    const answer = await bar.room.report(visit, request)
    return answer.ok ? 'kept' : answer.code
  }
  expect(await reportBy(ana, first)).toBe('already_reported')
  await bar.leave(first)
  const again = await bar.seat('Pessoa 0 de novo', { mark: first.mark })
  expect(await reportBy(ana, again)).toBe('already_reported')
  await bar.sleep()
  for (const other of others.slice(1, -1)) {
    expect(await reportBy(ana, other)).toBe('kept')
  }
  const last = others.at(-1) ?? first
  expect(await reportBy(ana, last)).toBe('too_many_reports')
  await bar.leave(ana)
  const next = await bar.seat('Ana 2', { mark: ana.mark })
  expect(await reportBy(next, last)).toBe('too_many_reports')
  expect(await reportBy(next, first, request)).toBe('kept')
  expect(await reportBy(next, next)).toBe('person_not_found')
  // A block more than thirty is no reason to refuse one.
  for (let number = 0; number < LIMITS.blocks; number += 1) {
    const values = [last.mark.id, `mark ${number}`, 1, `id ${number}`, 'x', Date.now()]
    await bar.sql('INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?, 0)', ...values)
  }
  await bar.sleep()
  await last.connect()
  expect(await reportBy(last, next)).toBe('kept')
  expect(await listed(bar).then(({ length }) => length)).toBeLessThanOrEqual(LIMITS.reports + 1)
})

test('T57 a report works after a block by the other side and after they left, with the same answer', async () => {
  const ask = async (isHere: boolean) => {
    const { bar, bruto, bia } = await anEvening()
    await bar.room.block(bruto.visit, bia.id)
    if (!isHere) await bar.leave(bruto)
    const answer = await bar.room.report(bia.visit, aReport(bruto))
    const [id = ''] = await delivered(bar)
    return { answer, ...(await readEvidenceHead(env, id)) }
  }
  const [here, left] = [await ask(true), await ask(false)]
  expect(here).toMatchObject({
    answer: { ok: true },
    messages: 2,
    reported: { name: 'Bruto', table: '7' },
  })
  expect(left).toMatchObject({
    answer: { ok: true },
    messages: 0,
    photos: [{}, {}],
    reported: { name: 'Bruto', table: null },
  })
})

test('T57 two simultaneous reports of each other are both stored, and a removal meets the next profile', async () => {
  const { bar, bruto, bia, caio } = await anEvening()
  const seen = caio.page.frames.length
  const both = await Promise.all([
    bar.room.report(bia.visit, aReport(bruto)),
    bar.room.report(bruto.visit, aReport(bia)),
    bar.room.block(bruto.visit, bia.id),
  ])
  expect(both).toEqual([{ ok: true }, { ok: true }, { ok: true }])
  await bar.sleep()
  const ids = await delivered(bar, 2)
  const heads = await Promise.all(ids.map((id) => readEvidenceHead(env, id)))
  expect(heads.map((head) => head?.reported.name).sort()).toEqual(['Bia', 'Bruto'])
  expect(heads.map((head) => head?.messages)).toEqual([2, 2])
  // A third person's page hears nothing of it.
  await caio.page.settle()
  expect(caio.page.frames.slice(seen).filter(({ type }) => type !== 'read')).toEqual([])
  await bar.sleep()
  await bar.leave(bruto)
  await bar.sleep()
  const again = await bar.admit('Sonso', { mark: bruto.mark })
  await again.connect()
  await bar.sleep()
  const id = ids[heads.findIndex((head) => head?.reported.name === 'Bruto')] ?? ''
  expect(await bar.room.removeReported(id, NOBODY, 'other')).toEqual({
    ok: true,
    personId: bruto.id,
    personIds: [bruto.id, again.id],
  })
  expect(await again.page.get('ended')).toMatchObject({ reason: 'removed' })
  await bar.sleep()
  expect(await bar.room.removals()).toMatchObject([{ personId: bruto.id, name: 'Bruto' }])
  await expect(bar.admit('Mais um', { mark: bruto.mark })).rejects.toThrow('removed')
})

test('T58 a report about a person who came back by the same request leads to their removal', async () => {
  const { bar, bruto, bia } = await anEvening()
  await bar.room.block(bia.visit, bruto.id)
  await bar.leave(bruto)
  // Their browser shows neither key nor mark.
  const again = new Person(bar, 'Bruto', bruto.attempt)
  await bar.enter(again)
  expect(await bar.room.report(bia.visit, aReport(again))).toEqual({ ok: true })
  const [id = ''] = await delivered(bar)
  expect(await bar.room.removeReported(id, NOBODY, 'other')).toMatchObject({
    personIds: [again.id],
  })
  expect(await bar.get(again, 'id')).toBeUndefined()
  expect((await bar.enter(new Person(bar, 'Bruto'), { mark: again.mark })).ok).toBe(false)
})

test('T58 the room forgets whom a report named after sixteen hours, and its empty file goes then', async () => {
  const { bar, bruto, bia, caio } = await anEvening()
  await bar.room.report(bia.visit, aReport(bruto))
  await delivered(bar)
  for (const one of [bruto, bia, caio]) await bar.leave(one)
  const age = (byMs: number) => bar.sql('UPDATE reports SET reported_at = reported_at - ?', byMs)
  await bar.sql('DELETE FROM blocks')
  await age(TIMINGS.reportMs - 60_000)
  await bar.sleep()
  await bar.ring()
  expect(await countRows(bar, 'reports')).toBe(1)
  await age(61_000)
  await bar.ring()
  await expect.poll(() => bar.tables()).toEqual([])
  expect(await listed(bar)).toHaveLength(1)
})
