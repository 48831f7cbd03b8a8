import { expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { EntryCodeChoice, EntryCodeView } from '#contract/entry-code.ts'
import { API } from '#contract/paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { actsIn, someone } from '#test/worker/admin.ts'
import { askFromPage, enterBar, outcomeOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

test('T56 T59 the board sets, renews and ends the code that the form needs, with an act for each', async () => {
  stopClock()
  const { barId, accountId, read, turn, renew } = await board()
  expect(await read()).toMatchObject({ barName: 'Bar do Teste', isOn: false, code: null })
  const bar = async () => (await askFromPage(address(API.bar, { barId }))).json()
  expect(await bar()).toMatchObject({ asksForCode: false })
  await enterBar(barId)

  const { code: old, changesAt } = await turn('on')
  expect(old).toMatch(/^\d{6}$/)
  expect(changesAt).toBeGreaterThan(Date.now())
  expect(await read()).toMatchObject({ isOn: true, until: null, code: old })
  expect(await bar()).toMatchObject({ asksForCode: true })
  passTime(1_000)
  const { code } = await renew()
  passTime(1_000)
  expect(code).not.toBe(old)
  for (const [shown, outcome] of [
    [null, '403 entry_code_needed'],
    [old, '403 entry_code_wrong'],
    ['abc', '400 invalid_request'],
    [` ${code?.slice(0, 3)} ${code?.slice(3)}`, '201'],
  ] as const) {
    expect(await enter(barId, shown)).toBe(outcome)
  }

  await turn('off')
  expect(await enter(barId)).toBe('201')
  const hour = { isOn: false, until: Date.now() + TIMINGS.entryCodeHourMs }
  expect(await turn('hour')).toMatchObject(hour)
  expect(await enter(barId)).toBe('403 entry_code_needed')
  passTime(TIMINGS.entryCodeHourMs)
  expect(await enter(barId)).toBe('201')
  await turn('hour')
  expect(await turn('off')).toMatchObject({ until: null, code: null })
  // Those within a minute are one row each.
  const kinds = ['switched', 'renewed', 'switched']
  expect(await actsIn(barId)).toEqual(
    kinds.map((kind) => ({ at: expect.any(Number), kind: `entry_code_${kind}`, accountId })),
  )
})

async function board() {
  const { barId } = await Bar.open()
  const { account, ask } = await someone('admin', barId)
  const view = async (path: string, method: string, json?: unknown) =>
    (await ask(path, method, json)).json<EntryCodeView>()
  return {
    barId,
    ask,
    accountId: account.id,
    read: () => view(address(ADMIN_API.entryCode, { barId }), 'GET'),
    turn: (choice: EntryCodeChoice) =>
      view(address(ADMIN_API.entryCode, { barId }), 'PUT', { ask: choice }),
    renew: () => view(address(ADMIN_API.entryCodeRenewal, { barId }), 'POST'),
  }
}

const enter = (barId: string, entryCode: string | null = null) =>
  outcomeOf(
    askFromPage(address(API.people, { barId }), { method: 'POST', json: aProfile({ entryCode }) }),
  )
