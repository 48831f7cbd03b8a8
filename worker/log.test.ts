import { expect, test, vi } from 'vitest'
import { log } from './log.ts'

function linesOf(write: () => void): string[] {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
  write()
  const lines = spy.mock.calls.map(([line]) => String(line))
  spy.mockRestore()
  return lines
}

test('T43 a log line holds no word of an error’s message or cause, and no unlisted field', () => {
  const cause = new Error('D1_ERROR: UNIQUE constraint failed canary: SQLITE_CONSTRAINT')
  const error = new Error('Failed query: insert\n    at canary (canary.ts:1)\nparams: canary', {
    cause,
  })
  const fields = { barId: 'K7M2QX', error, phone: 'canary', secret: 'canary' }
  const [line = '', ...others] = linesOf(() => log('request_failed', fields))
  expect(others).toEqual([])
  expect(line).not.toContain('canary')
  expect(Object.keys(JSON.parse(line)).sort()).toEqual([
    'barId',
    'build',
    'causes',
    'error',
    'event',
    'level',
    'stack',
  ])
  expect(JSON.parse(line).causes).toEqual(['D1_ERROR', 'SQLITE_CONSTRAINT'])
})

test('T43 the log of a thrown text holds its type only', () => {
  const [line = ''] = linesOf(() => log('request_failed', { error: 'canary' }))
  expect(JSON.parse(line)).toEqual({
    event: 'request_failed',
    level: 'error',
    error: 'string',
  })
})
