import { expect, test } from 'vitest'
import { toAdminBar, toEntryCode, toEntryCodeRenewal } from '#contract/admin-paths.ts'
import type { PublicBar } from '#contract/bar.ts'
import type { EntryCodeChoice, EntryCodeView } from '#contract/entry-code.ts'
import { toApi } from '#contract/paths.ts'
import { aNewBar } from '#test/fakes/bars.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { actsIn, someone } from '#test/worker/admin.ts'
import { askFromPage, enterBar, failureOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'

test('T56 the board switches the code on, and from then on the form needs it', async () => {
  const { barId, read, turn } = await board()
  expect(await read()).toMatchObject({ barName: 'Bar do Teste', isOn: false, code: null })
  expect(await asksForCode(barId)).toBe(false)
  const { deviceKey } = await enterBar(barId)

  const { code, changesAt } = await turn('on')
  expect(code).toMatch(/^\d{6}$/)
  expect(changesAt).toBeGreaterThan(Date.now())
  expect(await read()).toMatchObject({ isOn: true, until: null, code })
  expect(await asksForCode(barId)).toBe(true)
  expect(await enter(barId)).toBe('403 entry_code_needed')
  expect(await enter(barId, toWrong(code))).toBe('403 entry_code_wrong')
  expect(await enter(barId, 'abc')).toBe('400 invalid_request')
  expect(await enter(barId, ` ${code?.slice(0, 3)} ${code?.slice(3)}`)).toBe('201')
  const json = { deviceKey }
  expect((await askFromPage(toApi.continue(barId), { method: 'POST', json })).status).toBe(201)

  await turn('off')
  expect(await enter(barId)).toBe('201')
})

test('T56 a renewed code replaces the old one at once', async () => {
  const { barId, turn, renew } = await board()
  const old = await turn('on')
  const { code } = await renew()
  expect(code).not.toBe(old.code)
  expect(await enter(barId, old.code)).toBe('403 entry_code_wrong')
  expect(await enter(barId, code)).toBe('201')
})

test('an hour of the code leaves the switch as it is, and switching off ends it', async () => {
  const { barId, turn } = await board()
  const { isOn, until, code } = await turn('hour')
  expect(isOn).toBe(false)
  expect(until).toBeGreaterThan(Date.now() + 59 * 60_000)
  expect(await enter(barId)).toBe('403 entry_code_needed')
  expect(await enter(barId, code)).toBe('201')
  expect(await turn('off')).toMatchObject({ until: null, code: null })
  expect(await enter(barId)).toBe('201')
})

test('T56 a bar that moves to a state of another time zone tells its room', async () => {
  const { barId, turn, ask, read } = await board()
  await enterBar(barId)
  await turn('on')
  const { creationKey: _, ...fields } = aNewBar({ name: 'Bar do Teste', state: 'AC' })
  expect((await ask(toAdminBar(barId), 'PUT', { ...fields, revision: 1 })).status).toBe(200)
  const { code, timeZone } = await read()
  expect(timeZone).toBe('America/Rio_Branco')
  expect(await enter(barId, code)).toBe('201')
})

test.each([{}, { ask: 'maybe' }, { ask: 'on', code: '000000' }])(
  'the choice %o is none',
  async (json) => {
    const { barId, ask } = await board()
    expect(await failureOf(await ask(toEntryCode(barId), 'PUT', json))).toBe('400 invalid_request')
  },
)

test('T59 a row says who switched and who renewed', async () => {
  const { barId, accountId, turn, renew } = await board()
  await turn('on')
  await renew()
  expect(await actsIn(barId)).toEqual([
    { at: expect.any(Number), kind: 'entry_code_switched', accountId },
    { at: expect.any(Number), kind: 'entry_code_renewed', accountId },
  ])
})

async function board() {
  const { barId } = await Bar.open()
  const { account, ask } = await someone('admin', barId)
  const view = async (path: string, method: string, json?: unknown) =>
    (await ask(path, method, json)).json<EntryCodeView>()
  return {
    ...{ barId, ask, accountId: account.id },
    read: () => view(toEntryCode(barId), 'GET'),
    turn: (choice: EntryCodeChoice) => view(toEntryCode(barId), 'PUT', { ask: choice }),
    renew: () => view(toEntryCodeRenewal(barId), 'POST'),
  }
}

async function enter(barId: string, entryCode: string | null = null): Promise<string> {
  const json = aProfile({ entryCode })
  const answer = await askFromPage(toApi.people(barId), { method: 'POST', json })
  return answer.ok ? String(answer.status) : failureOf(answer)
}

async function asksForCode(barId: string): Promise<boolean> {
  return (await (await askFromPage(toApi.bar(barId))).json<PublicBar>()).asksForCode
}

const toWrong = (code: string | null): string => (code === '000000' ? '000001' : '000000')
