import { expect, test } from 'vitest'
import { fromDeviceLabel, toDeviceLabel } from './sessions.ts'

const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const SAFARI = 'Safari/537.36'

test.each([
  [`(Linux; Android 15; SM-S921B) ${KHTML} Chrome/142.0.0.0 Mobile ${SAFARI}`, 'chrome', 'android'],
  [`(Linux; Android 15) ${KHTML} SamsungBrowser/28.0 Chrome/130.0 ${SAFARI}`, 'samsung', 'android'],
  [`(iPhone; CPU iPhone OS 18_5 like Mac OS X) ${KHTML} Version/18.5 ${SAFARI}`, 'safari', 'ios'],
  [`(Windows NT 10.0; Win64; x64) ${KHTML} Chrome/142.0 ${SAFARI} Edg/142.0`, 'edge', 'windows'],
  ['(Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 'firefox', 'macos'],
  [`(X11; Linux x86_64) ${KHTML} Chrome/142.0.0.0 ${SAFARI} OPR/125.0.0.0`, 'opera', 'linux'],
  ['curl/8.5', null, null],
  ['', null, null],
])('Mozilla/5.0 %s', (claims, browser, system) => {
  expect(fromDeviceLabel(toDeviceLabel(`Mozilla/5.0 ${claims}`))).toEqual({ browser, system })
})

test('T43 a device label holds only names from our own lists', () => {
  expect(toDeviceLabel('Android canary <script> Chrome/1 canary')).toBe('chrome/android')
  expect(fromDeviceLabel('canary/canary')).toEqual({ browser: null, system: null })
})
