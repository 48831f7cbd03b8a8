import { afterEach, expect, test, vi } from 'vitest'
import { formatAt, TIME } from './format-at.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const AFTERNOON = Date.UTC(2026, 10, 22, 17)

test('a time is on the bar’s wall clock, not on that of the device', () => {
  expect(formatAt(AFTERNOON, TIME, 'America/Rio_Branco')).toBe('12:00')
  expect(formatAt(AFTERNOON, TIME, 'America/Sao_Paulo')).toBe('14:00')
})

test.each(['pt-BR', 'en', 'es'])('a time in %s has two digits of 24 hours', async (lang) => {
  vi.stubGlobal('document', { documentElement: { lang } })
  vi.resetModules()
  const late = await import('./format-at.ts')
  expect(late.formatAt(AFTERNOON, TIME, 'UTC')).toBe('17:00')
  expect(late.formatAt(Date.UTC(2026, 10, 22, 0, 5), TIME, 'UTC')).toBe('00:05')
  expect(late.formatAt(Date.UTC(2026, 10, 22, 9, 5), TIME, 'UTC')).toBe('09:05')
})
