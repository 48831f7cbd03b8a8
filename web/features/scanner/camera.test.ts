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
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['InvalidStateError', 'unknown'],
])('%s is %s', (name, problem) => {
  expect(toProblem(refuse(name), CHROME, ANSWERED)).toBe(problem)
})

test('an app’s own browser that denies the camera never asked the person', () => {
  expect(toProblem(refuse('NotAllowedError'), INSTAGRAM, ANSWERED)).toBe('inApp')
  expect(toProblem(refuse('NotReadableError'), INSTAGRAM, ANSWERED)).toBe('busy')
})

test('without a secure connection no browser gives a camera', () => {
  expect(findObstacle({ ...INSTAGRAM, isSecure: false, hasMediaDevices: false })).toBe('insecure')
})

test('a browser without cameras is an app’s, or has none', () => {
  expect(findObstacle({ ...INSTAGRAM, hasMediaDevices: false })).toBe('inApp')
  expect(findObstacle({ ...CHROME, hasMediaDevices: false })).toBe('missing')
  expect(findObstacle(CHROME)).toBeNull()
})

test('a question that was closed without an answer may be asked again', () => {
  const toKind = (permission: PermissionState | null, tookMs: number) =>
    toProblem(refuse('NotAllowedError'), CHROME, { permission, tookMs })
  expect(toKind('prompt', 2_000)).toBe('dismissed')
  expect(toKind('denied', 2_000)).toBe('denied')
  expect(toKind(null, 2_000)).toBe('denied')
})

test('a browser that refuses at once has not asked', () => {
  const asked = { permission: 'prompt', tookMs: 20 } as const
  expect(toProblem(refuse('NotAllowedError'), CHROME, asked)).toBe('denied')
})
