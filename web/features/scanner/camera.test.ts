import { expect, test } from 'vitest'
import { findObstacle, toProblem } from './camera.ts'

const CHROME = {
  isSecure: true,
  hasMediaDevices: true,
  isInstalled: false,
  userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
}
const INSTAGRAM = { ...CHROME, userAgent: `${CHROME.userAgent} Instagram 390.0` }

const ANSWERED = { permission: 'denied', tookMs: 2_000 } as const
const refuse = (name: string) => new DOMException('', name)

test.each([
  ['NotAllowedError', 'denied', CHROME],
  ['NotFoundError', 'missing', CHROME],
  ['OverconstrainedError', 'missing', CHROME],
  ['NotReadableError', 'busy', CHROME],
  ['AbortError', 'busy', CHROME],
  ['InvalidStateError', 'unknown', CHROME],
  // An app's own browser that denies the camera never asked the person.
  ['NotAllowedError', 'inApp', INSTAGRAM],
  ['NotReadableError', 'busy', INSTAGRAM],
])('%s is %s', (name, problem, browser) => {
  expect(toProblem(refuse(name), browser, ANSWERED)).toBe(problem)
})

const ON_IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15'
const ON_ANDROID = CHROME.userAgent

test.each([
  ['Threads', `${ON_IPHONE} Version/19.0 Safari/604.1 Barcelona 400.0`],
  ['X', `${ON_ANDROID} TwitterAndroid`],
  ['Telegram', `${ON_ANDROID} Telegram-Android/12.1`],
  ['WeChat', `${ON_ANDROID} MicroMessenger/8.0`],
  ['an unknown app on an iPhone', `${ON_IPHONE} (KHTML, like Gecko) Mobile/15E148`],
])('the browser of %s is an in-app browser', (_, userAgent) => {
  const environment = { ...CHROME, userAgent }
  expect(toProblem(refuse('NotAllowedError'), environment, ANSWERED)).toBe('inApp')
  expect(findObstacle({ ...environment, hasMediaDevices: false })).toBe('inApp')
})

test.each([
  ['Safari', `${ON_IPHONE} (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1`, false],
  ['the site on the home screen', `${ON_IPHONE} (KHTML, like Gecko) Mobile/15E148`, true],
])('%s on an iPhone is no in-app browser', (_, userAgent, isInstalled) => {
  const environment = { ...CHROME, userAgent, isInstalled }
  expect(toProblem(refuse('NotAllowedError'), environment, ANSWERED)).toBe('denied')
})

test.each([
  ['insecure', { ...INSTAGRAM, isSecure: false, hasMediaDevices: false }],
  ['inApp', { ...INSTAGRAM, hasMediaDevices: false }],
  ['missing', { ...CHROME, hasMediaDevices: false }],
  [null, CHROME],
])(
  'without a secure connection or cameras of its own the obstacle of a browser is %s',
  (obstacle, browser) => {
    expect(findObstacle(browser)).toBe(obstacle)
  },
)

test.each([
  ['a question that was closed without an answer may be asked again', 'prompt', 2_000, 'dismissed'],
  ['a browser that refuses at once has not asked', 'prompt', 20, 'denied'],
  ['an answer is one', 'denied', 2_000, 'denied'],
  ['without a known answer it is one', null, 2_000, 'denied'],
] as const)('%s', (_, permission, tookMs, problem) => {
  expect(toProblem(refuse('NotAllowedError'), CHROME, { permission, tookMs })).toBe(problem)
})
