import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDocument, toDocument } from './document.ts'

// 12.ABC.345/01DE-35 is the example of Receita Federal and Serpro; the numeric ones are those of
// Banco do Brasil and Petrobras; 111.444.777-35 and 529.982.247-25 are textbook CPFs.
test.each([
  ['12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['12abc34501de35', '12ABC34501DE35'],
  ['00.000.000/0001-91', '00000000000191'],
  ['33.000.167/0001-01', '33000167000101'],
  ['111.444.777-35', '11144477735'],
  [' 529 982 247 25 ', '52998224725'],
  ['33.000.167/0001\u201301', '33000167000101'],
  ['33.000.167\u2044\u200b0001\u221201', '33000167000101'],
  ['CNPJ: 33.000.167/0001-01.', '33000167000101'],
  ['CNPJ nº 33.000.167/0001-01', '33000167000101'],
  ['CPF 111.444.777-35', '11144477735'],
  ['(CPF: 111.444.777-35)', '11144477735'],
  ['CPF/CNPJ: 111.444.777-35', '11144477735'],
  ['CNPJ33.000.167/0001-01', '33000167000101'],
  ['CNPJ nº33.000.167/0001-01', '33000167000101'],
  ['CNPJ №33.000.167/0001-01', '33000167000101'],
  ['CNPJ Nº: 33.000.167/0001-01', '33000167000101'],
  ['CNPJ n.º 33.000.167/0001-01', '33000167000101'],
  ['CNPJ/MF nº 33.000.167/0001-01', '33000167000101'],
  ['C.N.P.J. 33.000.167/0001-01', '33000167000101'],
  ['33.000.167/0001-01 (matriz)', '33000167000101'],
  ['33.000.167/0001-01 - Bar do Zé', '33000167000101'],
  ['C.P.F.: 111.444.777-35', '11144477735'],
  ['CPF ou CNPJ: 111.444.777-35', '11144477735'],
  ['Documento: 111.444.777-35', '11144477735'],
  ['Meu CNPJ: 12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['CNPJ nº 12.ABC.345/01DE-35 (matriz)', '12ABC34501DE35'],
  ['CNPJ: ABCDEFGHIJKL80', 'ABCDEFGHIJKL80'],
  ['CNPJ: AB.CDE.FGH/IJKL-80', 'ABCDEFGHIJKL80'],
  ['１１１.４４４.777-35', '11144477735'],
  ['١١١.٤٤٤.٧٧٧-٣٥', '11144477735'],
])('O5 %j is read as %s', (typed, document) => {
  expect(toDocument(typed)).toBe(document)
})

test.each([
  '12.ABC.345/01DE-53',
  '12ABC34501DE3A',
  '00.000.000/0001-92',
  '111.444.777-36',
  '111.111.111-11',
  '00000000000000',
  '0000000000',
  '12ABC34501DÉ35',
  '111.444.777-35x',
  'x111.444.777-35',
  '1 111.444.777-35',
  '111.444.777-35 2',
  'CPF 11144477735, CNPJ 33000167000101',
  '',
])('%j is not a document', (typed) => {
  expect(toDocument(typed)).toBeNull()
})

test('one wrong digit or letter is always noticed', () => {
  const known = fc.constantFrom('12ABC34501DE35', '33000167000101', '11144477735')
  const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const noticed: boolean[] = []
  fc.assert(
    fc.property(known, fc.nat(13), character, (document, place, other) => {
      const at = place % document.length
      fc.pre(document[at] !== other)
      const changed = document.slice(0, at) + other + document.slice(at + 1)
      noticed.push(toDocument(changed) === null)
    }),
    { numRuns: 1_000 },
  )
  // Modulo 11 does not detect a swap of letters that are 11 apart (A and L).
  expect(noticed.filter(Boolean).length / noticed.length).toBeGreaterThan(0.9)
})

test.each([
  ['12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['11144477735', '111.444.777-35'],
])('%s is shown as %s', (document, shown) => {
  expect(formatDocument(document)).toBe(shown)
})
