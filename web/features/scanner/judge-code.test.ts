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
  for (const format of ['QR Code', 'Aztec'] as const)
    expect(judgeCode({ ...ADDRESS, format }, SITE)).toMatchObject(verdict)
})

test.each([
  ['Mesa 12', 'Mesa 12'],
  ['12 - Varanda', '12 - Varanda'],
  ['12, até já e boa noite para todo mundo que vier', '12'],
])('a code that ends in "/table/%s" leads to the table %s', (end, table) => {
  const printed = code(`${ORIGIN}/bar/K7M2QX/table/${end}`)
  expect(judgeCode(printed, SITE)).toMatchObject({ kind: 'bar', address: { table } })
})

test('T36 only the bar’s ID is taken from a code that was printed for another host of ours', () => {
  const printed = code('http://www.brinde.example/bar/K7M2QX/table/12')
  const verdict = { kind: 'bar', address: { barId: 'K7M2QX', table: null } }
  expect(judgeCode(printed, SITE)).toMatchObject(verdict)
})

test.each([
  ['EAN-13', 'product'],
  ['EAN-8', 'product'],
  ['UPC-A', 'product'],
  ['UPC-E', 'product'],
  ['ITF', 'bar'],
] as const)('a number as %s is a %s', (format, kind) => {
  expect(judgeCode(code('234567', format), SITE)).toMatchObject({ kind })
})

test.each([
  ['bar', [BOTTLE, STICKER, ADDRESS]],
  ['refused', [BOTTLE, STICKER]],
  ['product', [BOTTLE]],
  [undefined, []],
])(
  'T36 a code of somebody else is refused, and a bar’s is found among others: %s',
  (kind, codes) => {
    expect(judgeCodes(codes, SITE)?.kind).toBe(kind)
  },
)

test('T36 the same refused code is reported again only after 5 s', () => {
  const reported = new ReportedCodes()
  for (const [text, at, may] of [
    ['a', 0, true],
    ['a', REPORT_AGAIN_AFTER_MS - 1, false],
    ['b', REPORT_AGAIN_AFTER_MS - 1, true],
    ['a', REPORT_AGAIN_AFTER_MS, true],
  ] as const)
    expect(reported.mayReport(text, at)).toBe(may)
})
