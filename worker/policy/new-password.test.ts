import { expect, test } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { findWeakness } from './new-password.ts'

const OWNER = {
  email: 'joao.silveira@botequim.example',
  productName: 'Brinde',
  barNames: ['Bar do Zé Pereira', 'Choperia Ipê'],
}
const weaknessOf = (password: string) => findWeakness(password, OWNER)

test('T28 at least 3,000 common passwords are refused, with signs and digits around them too', () => {
  expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(3_000)
  const long = [...COMMON_PASSWORDS].filter(({ length }) => length >= 12)
  expect(long.length).toBeGreaterThan(200)
  const words = [...COMMON_PASSWORDS].filter((word) => /^[a-z\d]+$/.test(word))
  for (const password of [...long, ...words.map((word) => `${word}!`)]) {
    expect([password, weaknessOf(password)]).toEqual([password, 'weak_password'])
  }
})

test.each([
  ['digits behind it', 'Password1234'],
  ['signs and digits around it', '...2026 MUDAR 2026!'],
  ['an accent', 'Pãssword 2026'],
  ['a repeated word', 'senhasenhasenha'],
  ['repeated digits', '1212 1212 1212'],
  ['one repeated character', '!!!!!!!!!!!!'],
  ['a run', '123456789012'],
  ['a run backwards', '0987654321098'],
  ['a row of keys', 'qwertyuiopas'],
])('T28 a common password with %s is common', (_, password) => {
  expect(weaknessOf(password)).toBe('weak_password')
})

test.each([
  ['the email', 'joao.silveira@botequim.example'],
  ['the email and a year', 'JoaoSilveira2026'],
  ['a part of the email', 'silveira-9731!'],
  ['the product', 'brinde-brinde-7'],
  ['the product and a common password', 'Brinde12345678'],
  ['the bar', 'BarDoZePereira!'],
  ['a word of the bar, with its accent', 'choperia ipê 26'],
  ['bar and product', 'choperia-brinde'],
])('T28 a password is not made of names: %s', (_, password) => {
  expect(weaknessOf(password)).toBe('personal_password')
})

test.each([
  'samba na calçada às quintas',
  'três chopes e um pastel',
  'no Brinde a Pereira canta afinada',
  'x7K-pereira-w2Q9hfz',
  '酒場で会いましょう、金曜の夜に🎉',
  '314159265358979',
  '!@# $%& *(+ ={}',
  'brinde-x7kw2q9h',
  '3f9a1c-77b0de-40c1aa-9e2b6d-5f01c8',
])('a password may be %s', (password) => {
  expect(weaknessOf(password)).toBeNull()
})

test('short names, such as "bar", are in too many words to count', () => {
  const owner = { email: 'ana@bar.io', productName: 'Oba', barNames: ['Zé'] }
  expect(findWeakness('ana no bar de baixo', owner)).toBeNull()
})

test('of names that overlap the longest goes first, so that nothing of it is left', () => {
  const owner = { email: 'pede@x.io', productName: 'Oba', barNames: ['Zé do Pé de Mel já vai'] }
  expect(findWeakness('ze do pe de mel ja vai', owner)).toBe('personal_password')
})

test('a name of four letters counts, one of three does not', () => {
  const owner = { email: 'rosa@ana.io', productName: 'Oba', barNames: [] }
  expect(findWeakness('rosa-rosa-x7k', owner)).toBe('personal_password')
  expect(findWeakness('ana-oba-ana-x7k', owner)).toBeNull()
})
