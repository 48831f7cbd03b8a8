import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('O7 CSV columns are apart in a Brazilian spreadsheet: `;`, a byte order mark, quoted texts, bare numbers', () => {
  expect(
    toCsv([
      ['Bar', 'Pico'],
      ['Zé; Bar', 3],
      ['a "b"\r\nc', null],
    ]),
  ).toBe('\uFEFF"Bar";"Pico"\r\n"Zé; Bar";3\r\n"a ""b""\r\nc";\r\n')
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@a', "'@a"],
  ['  =1', "  '=1"],
  ['\t=1', "\t'=1"],
  ["Bar;=cmd|' /C calc'!A1", "Bar;'=cmd|' /C calc'!A1"],
  ['Bar, =1', "Bar, '=1"],
  ['a\n=1', "a\n'=1"],
  ['a"=1', `a""'=1`],
  ['\uFF1D1', "'\uFF1D1"],
  ['Rock-Bar = bom', 'Rock-Bar = bom'],
])('T41 the text %j is no formula in a CSV', (text, shown) => {
  expect(toCsv([[text]])).toBe(`\uFEFF"${shown}"\r\n`)
})
