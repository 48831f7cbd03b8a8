import { expect, test } from 'vitest'
import { explain, readArguments, toUserError, UserError } from './user-error.ts'

test.each([
  ['ENOSPC: no space left on device, write', 'The disk is full.'],
  ['SQLITE_FULL: database or disk is full', 'The disk is full.'],
  ['EROFS: read-only file system, mkdir', 'The folder is on a read-only disk'],
  ['EACCES: permission denied, open', 'may not be written'],
  ['listen EADDRINUSE: address already in use', 'The port is taken.'],
  ['listen EADDRNOTAVAIL: address not available 192.168.0.7', 'This machine has no such address.'],
  [
    'You need to enable Analytics Engine. [code: 10089]',
    'Enable it once in the dashboard (Workers & Pages, Analytics Engine)',
  ],
])('"%s" becomes a sentence', (failure, sentence) => {
  expect(explain(new Error(failure))).toContain(sentence)
})

test('a message for the user is shown unchanged, and an unknown failure gets no explanation', () => {
  expect(explain(new UserError('Stop it first.'))).toBe('Stop it first.')
  expect(explain(new Error('boom'))).toBeUndefined()
  expect(toUserError('The build', 'boom').message).toBe('The build failed:\nboom')
  expect(toUserError('The build', 'ENOSPC: /var').message).toMatch(
    /^The disk is full\..*\nENOSPC: \/var$/,
  )
})

test('an unknown option is named above the usage', () => {
  const read = (option: string) => readArguments({ args: [option], options: {} }, 'npm run x')
  expect(() => read('--hurry')).toThrow(/^Unknown option '--hurry'.*\n\nnpm run x$/)
})

test('a file that may not be written is named, and no port is', () => {
  const refused = Object.assign(new Error("EACCES: permission denied, mkdir '/backups'"), {
    code: 'EACCES',
    path: '/backups',
  })
  expect(explain(refused)).toMatch(/^\/backups (?!.*PORT)/)
})
