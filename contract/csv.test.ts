import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('T41 CSV cells are never formulas, and quotes, commas and line breaks stay in their cell', () => {
  const cells = ['=1+1', '+1', '-1', '@a', '\tx', 'Bar "Ana", 2', 'a\r\nb', null, -3, 'Zé']
  expect(toCsv([cells])).toBe(`\uFEFF'=1+1,'+1,'-1,'@a,'\tx,"Bar ""Ana"", 2","a\r\nb",,-3,Zé\r\n`)
  expect(toCsv([['a'], ['b']])).toBe('\uFEFFa\r\nb\r\n')
})
