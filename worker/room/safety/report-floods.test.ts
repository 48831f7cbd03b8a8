import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { NOBODY } from '#test/client/room-socket.ts'
import { keepPhoto } from '#test/worker/photos.ts'
import { aReport } from '#test/worker/requests.ts'
import type { EnterOptions, Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { readEvidenceHead } from '#worker/media/evidence.ts'
import { NoticeSender } from '#worker/notices/notice-sender.ts'

beforeEach(stopClock)

/** Everybody in a bar shares one address. */
const HERE: EnterOptions = { network: 'network of the bar' }

/** The reports that have reached D1, in the order in which they were made. */
async function kept({ barId }: Bar, count: number) {
  const read = async () => {
    const { results } = await env.DB.prepare(
      'SELECT id, person_id AS personId, rank FROM reports WHERE bar_id = ? ORDER BY reported_at',
    )
      .bind(barId)
      .all<{ id: string; personId: string; rank: number }>()
    return results
  }
  await expect.poll(async () => (await read()).length).toBe(count)
  return read()
}

/** Reports each of the others, a second apart. Returns what the room answered. */
async function reportAll(bar: Bar, by: Person, others: readonly Person[]) {
  const answers: string[] = []
  for (const other of others) {
    passTime(1_000)
    const answer = await bar.room.report(by.visit, aReport(other))
    answers.push(answer.ok ? 'kept' : answer.code)
  }
  return answers
}

test('T72 fifty-five reports of eleven profiles without a socket are refused, and block nobody', async () => {
  const bar = await Bar.open()
  const others = await Promise.all(
    ['Ana', 'Bia', 'Caio', 'Davi', 'Eva'].map((one) => bar.seat(one)),
  )
  for (let number = 0; number < 11; number += 1) {
    const flooder = await bar.admit(`Pessoa ${number}`, HERE)
    expect(await reportAll(bar, flooder, others)).toEqual(Array(5).fill('not_joined'))
    if (number % 4 === 0) await bar.sleep()
  }
  expect(await bar.sql('SELECT 1 FROM reports UNION ALL SELECT 1 FROM blocks')).toEqual([])
  // The same person may, once a socket has joined, also after it has closed.
  const [ana, bia] = others
  if (!ana || !bia) throw new Error('nobody')
  await ana.close()
  await bar.sleep()
  expect(await reportAll(bar, ana, [bia])).toEqual(['kept'])
})

test('T72 a report is about a person whom the room knows, and under the room’s names', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const report = (of: { id: string }) => bar.room.report(ana.visit, aReport(of))
  expect(await report({ id: NOBODY })).toMatchObject({ code: 'person_not_found' })
  const caio = await bar.seat('Caio')
  await bar.leave(caio)
  expect(await report(caio)).toMatchObject({ code: 'person_not_found' })
  const request = { ...aReport(bia), name: 'Alguém que não existe' }
  expect(await bar.room.report(ana.visit, request)).toEqual({ ok: true })
  const [only] = await kept(bar, 1)
  expect(only).toMatchObject({ personId: bia.id })
  expect(await readEvidenceHead(env, only?.id ?? '')).toMatchObject({
    reporter: { name: 'Ana' },
    reported: { name: 'Bia', table: '7' },
  })
})

test('T72 no number of a network or a bar refuses a report; what is beyond is kept without photos and a push', async () => {
  const bar = await Bar.open()
  const notifyStaff = vi.spyOn(NoticeSender.prototype, 'notifyStaff').mockResolvedValue()
  const { path: photo } = await keepPhoto('Bruto')
  const bruto = await bar.seat('Bruto', { photo })
  const ana = await bar.seat('Ana', HERE)
  passTime(TIMINGS.newcomerMs + 1)
  const flood = async (count: number, options: (number: number) => EnterOptions) => {
    for (let number = 0; number < count; number += 1) {
      const flooder = await bar.seat(`Pessoa ${number}`, options(number))
      expect(await reportAll(bar, flooder, [bruto])).toEqual(['kept'])
      if (number % 20 === 0) await bar.sleep()
    }
  }
  await flood(LIMITS.reportsPerNetwork + 1, () => HERE)
  await flood(LIMITS.reportsPerBar - LIMITS.reportsPerNetwork + 1, () => ({}))
  await kept(bar, LIMITS.reportsPerBar + 2)
  await bar.ringAfter(60_000)
  const before = notifyStaff.mock.calls.length
  await flood(1, () => ({}))
  await kept(bar, LIMITS.reportsPerBar + 3)
  await bar.ringAfter(60_000)
  expect(notifyStaff).toHaveBeenCalledTimes(before)

  // They are numbers of newcomers: somebody known, of the same network, has a report as ever.
  expect(await reportAll(bar, ana, [bruto])).toEqual(['kept'])
  const reports = await kept(bar, LIMITS.reportsPerBar + 4)
  await bar.ringAfter(60_000)
  await expect.poll(() => notifyStaff.mock.calls.length).toBe(before + 1)
  const [NEW, BEYOND] = [1, 2]
  expect(reports.map(({ rank }) => rank)).toEqual([
    ...Array(LIMITS.reportsPerNetwork).fill(NEW),
    BEYOND,
    ...Array(LIMITS.reportsPerBar - LIMITS.reportsPerNetwork - 1).fill(NEW),
    ...Array(3).fill(BEYOND),
    0,
  ])
  const photosOf = async (at: number) =>
    (await readEvidenceHead(env, reports.at(at)?.id ?? ''))?.photos.length
  expect([await photosOf(0), await photosOf(-2), await photosOf(-1)]).toEqual([2, 0, 2])
})

test('T72 phones of the staff are notified of a first report at once, and of later ones once a minute', async () => {
  const [bar, bruto] = await Bar.seated('Bruto')
  const notifyStaff = vi.spyOn(NoticeSender.prototype, 'notifyStaff').mockResolvedValue()
  let reports = 0
  const report = async () => {
    expect(await reportAll(bar, await bar.seat('Ana'), [bruto])).toEqual(['kept'])
    reports += 1
    await kept(bar, reports)
  }
  await report()
  await expect.poll(() => notifyStaff.mock.calls).toEqual([[bar.barId, 'report', null]])
  for (let number = 0; number < 20; number += 1) {
    await report()
    if (number % 10 === 0) await bar.sleep()
  }
  await bar.ringAfter(MINUTE_MS - 21_000)
  expect(notifyStaff).toHaveBeenCalledTimes(1)
  await bar.ringAfter(1_000)
  await expect.poll(() => notifyStaff.mock.calls.length).toBe(2)
  await bar.ringAfter(2 * MINUTE_MS)
  await report()
  await expect.poll(() => notifyStaff.mock.calls.length).toBe(3)
})

test('T72 the acts of reports are one row a person and hour, with their number', async () => {
  const [bar, bruto, bia] = await Bar.seated('Bruto', 'Bia')
  const acts = async () => {
    const { results } = await env.DB.prepare(
      'SELECT person_id AS personId, times FROM admin_acts WHERE bar_id = ? ORDER BY at, id',
    )
      .bind(bar.barId)
      .all<{ personId: string; times: number }>()
    return results.map(
      ({ personId, times }) => `${personId === bruto.id ? 'Bruto' : 'Bia'} ${times}`,
    )
  }
  const others = await Promise.all([1, 2, 3, 4].map((number) => bar.seat(`Pessoa ${number}`)))
  for (const other of others) await reportAll(bar, other, [bruto])
  await reportAll(bar, bruto, [bia])
  await kept(bar, 5)
  passTime(HOUR_MS)
  const late = await bar.seat('Late')
  await reportAll(bar, late, [bruto])
  await kept(bar, 6)
  expect(await acts()).toEqual(['Bruto 4', 'Bia 1', 'Bruto 1'])
})
