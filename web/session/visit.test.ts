import { afterEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { ANA, BETO, idOf } from '#test/fakes/room.ts'
import { stubStorage } from '#test/fakes/storage.ts'
import { forgetDeviceKey, keepDeviceKey, readDeviceKey } from './device-keys.ts'
import { readDraft, writeDraft } from './drafts.ts'
import { keepMark, keepVisit, readMark } from './entering.ts'
import { keptCallItem } from './kept-call.ts'
import { outboxItem } from './kept-outbox.ts'
import { forgetProfile, forgetVisit } from './visit.ts'
import {
  chatTargetItem,
  currentBarItem,
  ownIdItem,
  ownProfileItem,
  visitSecretItem,
} from './visit-items.ts'

afterEach(() => {
  forgetVisit('K7M2QX')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const BAR = { barId: 'K7M2QX', barName: 'Boteco' }

/** Returns what the tab keeps of it. */
function liveAVisit(storage?: object): Map<string, string> {
  const kept = stubStorage('sessionStorage')
  if (storage) vi.stubGlobal('sessionStorage', storage)
  stubStorage('localStorage')
  keepVisit(BAR, { person: ANA, secret: 'segredo', deviceKey: 'chave', mark: 'marca' })
  chatTargetItem.write({ userId: BETO.id, userName: 'Beto', barId: 'K7M2QX', barName: 'Boteco' })
  writeDraft('K7M2QX', BETO.id, 'metade')
  outboxItem.write({
    K7M2QX: [{ id: idOf(5), to: BETO.id, text: 'oi', writtenAt: 1, refusal: null }],
  })
  keptCallItem.write({ barId: 'K7M2QX', id: idOf(6), kind: 'unwell' })
  return kept
}

test('forgetting the profile keeps the table and the device key; forgetting the visit leaves no key', () => {
  const kept = liveAVisit()
  expect([...kept.keys()].sort()).toEqual([
    'chatTarget',
    'currentBar',
    'drafts',
    'helpCall',
    'outbox',
    'patronSecret',
    'userId',
    'userProfile',
  ])
  forgetProfile()
  expect([...kept.keys()]).toEqual(['currentBar'])
  expect(readDeviceKey('K7M2QX')).toBe('chave')
  forgetVisit('K7M2QX')
  expect([kept.size, readDeviceKey('K7M2QX')]).toEqual([0, null])
})

test('a refused key is forgotten, a newer one of another tab is not', () => {
  stubStorage('localStorage')
  keepDeviceKey('K7M2QX', 'nova')
  forgetDeviceKey('K7M2QX', 'velha')
  expect(readDeviceKey('K7M2QX')).toBe('nova')
  forgetDeviceKey('K7M2QX', 'nova')
  expect(readDeviceKey('K7M2QX')).toBeNull()
})

test('another table’s code does not move the visit; a visit stays one object; drafts are kept by person', () => {
  liveAVisit()
  currentBarItem.write({ barId: 'ZZZZZ9', barName: 'Outro', tableNumber: '1' })
  const visit = visitSecretItem.read()
  expect(visit).toEqual({ barId: 'K7M2QX', barName: 'Boteco', secret: 'segredo' })
  expect(visitSecretItem.read()).toBe(visit)
  const read = () => [BETO.id, idOf(3)].map((personId) => readDraft('K7M2QX', personId))
  writeDraft('K7M2QX', idOf(3), 'a outra')
  expect(read()).toEqual(['metade', 'a outra'])
  writeDraft('K7M2QX', BETO.id, '')
  expect(read()).toEqual(['', 'a outra'])
})

test.each(['{', 'null', '"x"', '{"barId":1}'])('%j is removed and read as nothing', (text) => {
  const kept = stubStorage('sessionStorage')
  for (const key of ['currentBar', 'userProfile', 'userId']) kept.set(key, text)
  const items = [currentBarItem, ownProfileItem, ownIdItem]
  expect(items.map((item) => item.read())).toEqual([null, null, null])
  expect(kept.size).toBe(0)
})

test('a browser that refuses storage keeps the visit for the life of the page', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  liveAVisit({ getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(ownIdItem.read()).toBe(ANA.id)
  expect(readDraft('K7M2QX', BETO.id)).toBe('metade')
  forgetVisit('K7M2QX')
  expect(ownIdItem.read()).toBeNull()
})

test('device keys are kept by bar until forgotten, the last entered last; a mark until its time is over', () => {
  vi.useFakeTimers({ now: 0 })
  const kept = stubStorage('localStorage')
  for (const barId of ['K7M2QX', 'ZZZZZ9', 'K7M2QX']) keepDeviceKey(barId, `de ${barId}`)
  expect(Object.keys(JSON.parse(kept.get('deviceKeys') ?? ''))).toEqual(['ZZZZZ9', 'K7M2QX'])
  keepMark('K7M2QX', 'marca')
  forgetVisit('K7M2QX')
  expect([readDeviceKey('K7M2QX'), readDeviceKey('ZZZZZ9')]).toEqual([null, 'de ZZZZZ9'])
  forgetVisit('ZZZZZ9')
  expect([...kept.keys()]).toEqual(['marks'])
  vi.setSystemTime(TIMINGS.markMs - 1)
  keepMark('K7M2QX', 'marca')
  expect(readMark('K7M2QX')).toBe('marca')
  vi.setSystemTime(TIMINGS.markMs)
  expect(readMark('K7M2QX')).toBeNull()
})

test('a visit that goes on without a new mark leaves the one that is kept', () => {
  liveAVisit()
  keepVisit(BAR, { person: ANA, secret: 'outro', deviceKey: 'chave', mark: null })
  expect([readMark('K7M2QX'), visitSecretItem.read()?.secret]).toEqual(['marca', 'outro'])
})
