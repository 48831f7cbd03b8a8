import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { anAct, anAdminIn } from '#test/worker/admin.ts'
import { sectionOf } from '#test/worker/board-client.ts'
import type { EnterOptions } from '#test/worker/room-client.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { seen } from '#test/worker/seen.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { toEntryCode } from '#worker/auth/tokens.ts'
import { renewEntryCode, switchEntryCode } from '#worker/db/entry-codes.ts'
import { nightAt } from '#worker/policy/entry-code.ts'

beforeEach(stopClock)

const NETWORK = 'one network'

test('T56 a bar that asks for its code lets in only who knows tonight’s, also when it is empty', async () => {
  const bar = await anAskingBar()
  const code = codeOf(bar)
  expect(await tryWith(bar, {})).toBe('entry_code_needed')
  expect(await tryWith(bar, { entryCode: otherThan(code) })).toBe('entry_code_wrong')
  // The try is kept for ten minutes, and then nothing.
  await bar.ringAfter(TIMINGS.entryCodeTriesMs - 1)
  expect(await bar.tables()).toContain('entry_code_tries')
  await bar.ringAfter(1)
  await expect.poll(() => bar.tables()).toEqual([])
  expect(await tryWith(bar, { entryCode: code })).toBe('in')
  await bar.sleep()
  expect(await tryWith(bar, {})).toBe('entry_code_needed')
  passTime(24 * 3_600_000)
  expect(await tryWith(bar, { entryCode: code })).toBe('entry_code_wrong')
  expect(await tryWith(bar, { entryCode: codeOf(bar) })).toBe('in')
})

test('T56 T67 a network with sixty wrong codes uses the bar’s sixty before it waits ten minutes', async () => {
  const bar = await anAskingBar()
  const code = codeOf(bar)
  const wrong = { entryCode: otherThan(code), network: NETWORK }
  for (let tries = 0; tries < LIMITS.entryCodeTries; tries += 1) {
    expect(await tryWith(bar, wrong)).toBe('entry_code_wrong')
  }
  await bar.ring()
  await bar.sleep()
  // The bar's own budget: a right code is still compared, and only wrong ones use it up.
  expect(await tryWith(bar, { entryCode: code, network: NETWORK })).toBe('in')
  for (let tries = 0; tries < LIMITS.entryCodeTriesOfBar; tries += 1) {
    expect(await tryWith(bar, wrong)).toBe('entry_code_wrong')
  }
  await bar.sleep()
  expect(await tryWith(bar, { entryCode: code, network: NETWORK })).toBe('rate_limited')
  passTime(TIMINGS.entryCodeTriesMs - 1)
  expect(await tryWith(bar, { entryCode: code, network: NETWORK })).toBe('rate_limited')
  expect(await tryWith(bar, { entryCode: code, network: 'another' })).toBe('in')
  passTime(1)
  expect(await tryWith(bar, { entryCode: code, network: NETWORK })).toBe('in')
  await bar.ring()
  expect(await bar.sql('SELECT * FROM entry_code_tries')).toEqual([])
})

test('T56 wrong codes of a /48 count together, four times as many as of a /64', async () => {
  const bar = await anAskingBar()
  const code = codeOf(bar)
  const from = (index: number, wideNetwork: string | null = 'a /48') => ({
    network: `network ${index % 8}`,
    wideNetwork,
  })
  const limit = LIMITS.wideNetworkTimes * LIMITS.entryCodeTries
  for (let tries = 0; tries < limit; tries += 1) {
    const wrong = { entryCode: otherThan(code), ...from(tries) }
    expect(await tryWith(bar, wrong), `try ${tries}`).toBe('entry_code_wrong')
  }
  for (let tries = 0; tries < LIMITS.entryCodeTriesOfBar; tries += 1) {
    expect(await tryWith(bar, { entryCode: otherThan(code), ...from(9) })).toBe('entry_code_wrong')
  }
  expect(await tryWith(bar, { entryCode: code, ...from(9) })).toBe('rate_limited')
  expect(await tryWith(bar, { entryCode: code, ...from(9, 'another /48') })).toBe('in')
  expect(await tryWith(bar, { entryCode: code, ...from(0, null) })).toBe('in')
})

test('T67 boards are told at each sixty wrong codes, from however many networks, and a new code ends it', async () => {
  const bar = await anAskingBar()
  const board = await sectionOf(bar, { role: 'staff' })
  const told = () => board.all('codeTries').length
  const [networks, tries] = [runs(8, 50), 60]
  const code = codeOf(bar)
  for (let from = 0; from < networks; from += 1) {
    for (let each = 0; each < tries; each += 1) {
      await tryWith(bar, { entryCode: otherThan(code), network: `network ${from}` })
    }
    await seen(() => told() > 0)
  }
  await seen(() => told() === (networks * tries) / LIMITS.entryCodeTriesTold)
  expect(await bar.room.codeTries('network 7')).toBe('thisNetwork')
  expect(await bar.room.codeTries('quiet')).toBe('elsewhere')
  // A new code makes earlier tries worthless, so a network that waited may try again.
  await renewEntryCode(env.DB, anAdminIn(bar.barId, 'useEntryCode'), anAct())
  await bar.room.barChanged(bar.barId)
  expect(await bar.room.codeTries('network 7')).toBeNull()
  expect(await tryWith(bar, { entryCode: code, network: 'network 7' })).toBe('entry_code_wrong')
})

test('T56 "Continuar como", a recovery by key and a repeated attempt need no code', async () => {
  const bar = await Bar.open()
  const ana = await bar.admit('Ana', { phone: '+5511987654321' })
  await switchEntryCode(env.DB, anAdminIn(bar.barId, 'useEntryCode'), 'on', anAct())
  await bar.room.barChanged(bar.barId)
  const { device } = ana
  expect(await bar.room.recognise(device)).toMatchObject({ ok: true })
  expect(await bar.room.continueAs(device)).toMatchObject({ ok: true })
  expect(await tryWith(bar, { device, phone: '+5511987654321' })).toBe('in')
  const again = await bar.enter(new Person(bar, 'Ana', ana.attempt))
  expect(again).toMatchObject({ ok: true, entered: { person: { id: ana.id } } })
  // The key with another phone makes another profile.
  expect(await tryWith(bar, { device, phone: '+5511900000000' })).toBe('entry_code_needed')
})

/** The bar is empty. */
async function anAskingBar(): Promise<Bar> {
  const bar = await Bar.open()
  await switchEntryCode(env.DB, anAdminIn(bar.barId, 'useEntryCode'), 'on', anAct())
  return bar
}

async function tryWith(bar: Bar, options: EnterOptions): Promise<string> {
  const answer = await bar.enter(new Person(bar, 'X'), options)
  return answer.ok ? 'in' : answer.code
}

const codeOf = ({ barId }: Bar): string =>
  toEntryCode(
    env.VISIT_SIGNING_KEY,
    barId,
    nightAt({ state: null, timeZone: null }, Date.now()).night,
    0,
  )

const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')
