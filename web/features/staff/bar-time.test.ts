import { expect, test } from 'vitest'
import { toBarTime } from './bar-time.ts'

test('a time is on the bar’s wall clock, not on that of the board', () => {
  const noon = Date.UTC(2026, 10, 22, 17)
  expect(toBarTime(noon, 'America/Rio_Branco')).toBe('12:00')
  expect(toBarTime(noon, 'America/Sao_Paulo')).toBe('14:00')
})
