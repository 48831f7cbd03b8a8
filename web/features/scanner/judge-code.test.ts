import { expect, test } from 'vitest'
import type { FormatName } from './formats.ts'
import { judgeCode, judgeCodes, REPORT_AGAIN_AFTER_MS, ReportedCodes } from './judge-code.ts'

const ORIGIN = 'https://brinde.example'
const SITE = { origin: ORIGIN, otherHosts: ['www.brinde.example'] }
const code = (text: string, format: FormatName = 'QR Code') => ({ text, format })

const ADDRESS = code(`${ORIGIN}/bar/K7M2QX/table/12`)
const STICKER = code('https://evil.test/bar/K7M2QX')
const BOTTLE = code('7891000315507', 'EAN-13')

test('a bar’s address leads to its table, in whatever format it was printed', () => {
  const verdict = { kind: 'bar', address: { barId: 'K7M2QX', table: '12' } }
  expect(judgeCode(ADDRESS, SITE)).toMatchObject(verdict)
  expect(judgeCode({ ...ADDRESS, format: 'Aztec' }, SITE)).toMatchObject(verdict)
})

test('T36 of a code that was printed for another host of ours only the bar’s ID is taken', () => {
  const printed = code('http://www.brinde.example/bar/K7M2QX/table/12')
  const verdict = { kind: 'bar', address: { barId: 'K7M2QX', table: null } }
  expect(judgeCode(printed, SITE)).toMatchObject(verdict)
})

test('T36 a code of somebody else is refused', () => {
  expect(judgeCode(STICKER, SITE)).toMatchObject({ kind: 'refused' })
})

test.each(['EAN-13', 'EAN-8', 'UPC-A', 'UPC-E'] as const)(
  '%s is a product, not a refusal',
  (format) => {
    expect(judgeCode(code('234567', format), SITE)).toMatchObject({ kind: 'product' })
  },
)

test('a bar’s code is found among others', () => {
  expect(judgeCodes([BOTTLE, STICKER, ADDRESS], SITE)?.kind).toBe('bar')
  expect(judgeCodes([BOTTLE, STICKER], SITE)?.kind).toBe('refused')
  expect(judgeCodes([BOTTLE], SITE)?.kind).toBe('product')
  expect(judgeCodes([], SITE)).toBeNull()
})

test('T36 the same refused code is reported again only after 5 s', () => {
  const reported = new ReportedCodes()
  expect(reported.mayReport('a', 0)).toBe(true)
  expect(reported.mayReport('a', REPORT_AGAIN_AFTER_MS - 1)).toBe(false)
  expect(reported.mayReport('b', REPORT_AGAIN_AFTER_MS - 1)).toBe(true)
  expect(reported.mayReport('a', REPORT_AGAIN_AFTER_MS)).toBe(true)
})
