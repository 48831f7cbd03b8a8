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
  ['a common password with digits behind it', 'Password1234', 'weak_password'],
  ['one with signs and digits around it', '...2026 MUDAR 2026!', 'weak_password'],
  ['one with an accent', 'Pãssword 2026', 'weak_password'],
  ['a repeated word', 'senhasenhasenha', 'weak_password'],
  ['repeated digits', '1212 1212 1212', 'weak_password'],
  ['one repeated character', '!!!!!!!!!!!!', 'weak_password'],
  ['a run', '123456789012', 'weak_password'],
  ['a run backwards', '0987654321098', 'weak_password'],
  ['a row of keys', 'qwertyuiopas', 'weak_password'],
  ['the email', 'joao.silveira@botequim.example', 'personal_password'],
  ['the email and a year', 'JoaoSilveira2026', 'personal_password'],
  ['a part of the email', 'silveira-9731!', 'personal_password'],
  ['the product', 'brinde-brinde-7', 'personal_password'],
  ['the product and a common password', 'Brinde12345678', 'personal_password'],
  ['the bar', 'BarDoZePereira!', 'personal_password'],
  ['a word of the bar, with its accent', 'choperia ipê 26', 'personal_password'],
  ['bar and product', 'choperia-brinde', 'personal_password'],
  ['a sentence', 'samba na calçada às quintas', null],
  ['one with a common word', 'três chopes e um pastel', null],
  ['one with names in it', 'no Brinde a Pereira canta afinada', null],
  ['a name among random signs', 'x7K-pereira-w2Q9hfz', null],
  ['another script', '酒場で会いましょう、金曜の夜に🎉', null],
  ['digits', '314159265358979', null],
  ['signs', '!@# $%& *(+ ={}', null],
  ['the product and random signs', 'brinde-x7kw2q9h', null],
  ['what the command generates', '3f9a1c-77b0de-40c1aa-9e2b6d-5f01c8', null],
])('T28 %s, %j, as a password: %s', (_, password, weakness) => {
  expect(weaknessOf(password)).toBe(weakness)
})

test.each([
  ['short names are in too many words to count', ['ana@bar.io', 'Zé'], 'ana no bar de baixo', null],
  [
    'of names that overlap the longest goes first',
    ['pede@x.io', 'Zé do Pé de Mel já vai'],
    'ze do pe de mel ja vai',
    'personal_password',
  ],
  ['a name of four letters counts', ['rosa@ana.io'], 'rosa-rosa-x7k', 'personal_password'],
  ['one of three does not', ['rosa@ana.io'], 'ana-oba-ana-x7k', null],
])('%s', (_, [email = '', ...barNames], password, weakness) => {
  expect(findWeakness(password, { email, productName: 'Oba', barNames })).toBe(weakness)
})
