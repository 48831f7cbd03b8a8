import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANA, BETO } from '#test/fakes/room.ts'
import { stubStorage } from '#test/fakes/storage.ts'
import { comeBack } from './come-back.ts'
import { givePageData } from './page-data.ts'
import { keepDeviceKey, readDeviceKey } from './session/device-keys.ts'
import { forgetVisit } from './session/visit.ts'
import { visitSecretItem } from './session/visit-items.ts'

const BAR_ID = 'K7M2QX'
const LIST = `/bar/${BAR_ID}/table/${ANA.id}`
const CHAT = `/bar/${BAR_ID}/chat/${BETO.id}`
const PAGE = `/bar/${BAR_ID}`

const ENTERED = { person: ANA, secret: 'segredo', deviceKey: 'nova', mark: 'm', recovered: 'key' }
const entered = async () => Response.json(ENTERED, { status: 201 })
const refused = (code: string) => async () =>
  Response.json({ error: { code, message: '' } }, { status: 404 })

beforeEach(() => {
  stubStorage('localStorage')
  const bar = { id: BAR_ID, name: 'Boteco', city: 'Rio', logoUrl: null, coverUrl: null }
  const more = { photoUrls: [], description: null, tonight: null, paused: false }
  givePageData({
    productName: 'Brinde',
    otherHosts: [],
    bar: { ...bar, ...more, asksForCode: false },
  })
  keepDeviceKey(BAR_ID, 'chave')
})

afterEach(() => {
  forgetVisit(BAR_ID)
  vi.unstubAllGlobals()
})

/** The address that the page has then. */
async function openAt(pathname: string, continued?: () => Promise<Response>): Promise<string> {
  const replaceState = vi.fn<(state: null, title: string, path: string) => void>()
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('history', { replaceState })
  vi.stubGlobal('window', { continued: continued?.() })
  await comeBack()
  return replaceState.mock.calls[0]?.[2] ?? pathname
}

test('a notice opens its conversation and the icon the list, with the visit of this browser; no other page moves', async () => {
  expect(await openAt('/bar-access')).toBe('/bar-access')
  expect(await openAt(CHAT, entered)).toBe(CHAT)
  visitSecretItem.remove()
  expect(await openAt(PAGE, entered)).toBe(LIST)
  expect(visitSecretItem.read()).toEqual({ barId: BAR_ID, barName: 'Boteco', secret: 'segredo' })
  expect(readDeviceKey(BAR_ID)).toBe('nova')
})

test.each([
  ['who is nobody any more', refused('person_not_found'), null],
  ['whose bar is gone', refused('bar_not_found'), null],
  ['who was removed', refused('removed'), 'chave'],
  ['who has no connection', () => Promise.reject(new TypeError()), 'chave'],
  ['whom the server answers nonsense', async () => new Response('<html>'), 'chave'],
])('%s is led to the bar’s page, which asks', async (_, continued, deviceKey) => {
  expect(await openAt(CHAT, continued)).toBe(PAGE)
  expect(visitSecretItem.read()).toBeNull()
  expect(readDeviceKey(BAR_ID)).toBe(deviceKey)
})

test('a tab with a visit keeps it: in this bar it goes on, of another one the bar’s page asks first', async () => {
  const visit = { barId: BAR_ID, barName: 'Boteco', secret: 'segredo' }
  visitSecretItem.write(visit)
  expect(await openAt(CHAT)).toBe(CHAT)
  visitSecretItem.write({ ...visit, barId: 'ZZZZZ9' })
  expect(await openAt(CHAT, entered)).toBe(PAGE)
  expect(visitSecretItem.read()?.barId).toBe('ZZZZZ9')
})
