import { expect, test } from 'vitest'
import { findObstacle, toProblem } from './camera.ts'

const CHROME = {
  isSecure: true,
  hasMediaDevices: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
}
const INSTAGRAM = { ...CHROME, userAgent: `${CHROME.userAgent} Instagram 390.0` }

const refuse = (name: string) => new DOMException('', name)

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['InvalidStateError', 'unknown'],
])('%s is %s', (name, problem) => {
  expect(toProblem(refuse(name), CHROME)).toBe(problem)
})

test('an app’s own browser that denies the camera never asked the person', () => {
  expect(toProblem(refuse('NotAllowedError'), INSTAGRAM)).toBe('inApp')
  expect(toProblem(refuse('NotReadableError'), INSTAGRAM)).toBe('busy')
})

test('without a secure connection no browser gives a camera', () => {
  expect(findObstacle({ ...INSTAGRAM, isSecure: false, hasMediaDevices: false })).toBe('insecure')
})

test('a browser without cameras is an app’s, or has none', () => {
  expect(findObstacle({ ...INSTAGRAM, hasMediaDevices: false })).toBe('inApp')
  expect(findObstacle({ ...CHROME, hasMediaDevices: false })).toBe('missing')
  expect(findObstacle(CHROME)).toBeNull()
})
