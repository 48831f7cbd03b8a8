import { expect, test } from 'vitest'
import { findObstacle, toProblem } from './camera.ts'

const CHROME = {
  isSecure: true,
  hasMediaDevices: true,
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
