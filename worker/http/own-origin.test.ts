import { expect, test } from 'vitest'
import { isOwnOrigin, otherHostsOf, ownOriginOf } from './own-origin.ts'

const settings = (PUBLIC_URL: string, OTHER_HOSTS = '') => ({ PUBLIC_URL, OTHER_HOSTS }) as Env
const request = new Request('https://preview.brinde.test/bar/K7M2QX')

test('the own origin is that of PUBLIC_URL, or of the request if it is unset', () => {
  expect(ownOriginOf(request, settings('https://brinde.test/x'))).toBe('https://brinde.test')
  expect(ownOriginOf(request, settings(''))).toBe('https://preview.brinde.test')
})

test('T19 only the own origin and the request’s origin belong to this site', () => {
  const origins = ['https://brinde.test', 'https://preview.brinde.test', 'https://x.brinde.test']
  const own = origins.map((origin) => isOwnOrigin(origin, request, settings('https://brinde.test')))
  expect(own).toEqual([true, true, false])
})

test('codes printed for PUBLIC_URL and OTHER_HOSTS belong to this site, in any spelling of the list', () => {
  expect(otherHostsOf(settings('', ''))).toEqual([])
  expect(otherHostsOf(settings('https://brinde.test:8443/x', ''))).toEqual(['brinde.test:8443'])
  expect(otherHostsOf(settings('', ' Old.Brinde.test,\n bar.test '))).toEqual([
    'old.brinde.test',
    'bar.test',
  ])
  expect(otherHostsOf(settings('https://brinde.test', 'bar.test'))).toEqual([
    'brinde.test',
    'bar.test',
  ])
})
