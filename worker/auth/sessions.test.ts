import { expect, test } from 'vitest'
import { fromDeviceLabel, toDeviceLabel } from './sessions.ts'

const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${KHTML} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'chrome',
    'android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${KHTML} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'samsung',
    'android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
    'safari',
    'ios',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'edge',
    'windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
    'firefox',
    'macos',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${KHTML} Chrome/142.0.0.0 Safari/537.36 OPR/125.0.0.0`,
    'opera',
    'linux',
  ],
  ['curl/8.5', null, null],
  ['', null, null],
])('%s', (userAgent, browser, system) => {
  expect(fromDeviceLabel(toDeviceLabel(userAgent))).toEqual({ browser, system })
})

test('T43 nothing of what a browser says is kept but names of our own', () => {
  expect(toDeviceLabel('Android canary <script> Chrome/1 canary')).toBe('chrome/android')
  expect(fromDeviceLabel('canary/canary')).toEqual({ browser: null, system: null })
})
