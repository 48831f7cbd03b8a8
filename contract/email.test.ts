import * as v from 'valibot'
import { expect, test } from 'vitest'
import { loginRequestSchema } from './admin.ts'
import { toEmail } from './email.ts'

test.each([
  'João <joao@bar.com>',
  '"João da Silva" <joao@bar.com>',
  '📧 joao@bar.com',
  '📧joao@bar.com',
  '✉️ joao@bar.com',
  '• joao@bar.com',
  '- joao@bar.com',
  'Contato: joao@bar.com',
  'Contato - joao@bar.com',
  'Email joao@bar.com',
  'Meu e-mail joao@bar.com',
  'Email=joao@bar.com',
  'E-mail : joao@bar.com',
  'mailto:joao@bar.com?subject=Oi',
  'mailto:joao%40bar.com',
  '<mailto:joao@bar.com>',
  'joao@bar.com!',
  'joao@bar.com 🙂',
])('O5 %j holds the email joao@bar.com', (text) => {
  expect(toEmail(text)).toBe('joao@bar.com')
})

test.each([
  ['mailto:joao%2Btag@bar.com', 'joao+tag@bar.com'],
  ["o'brien@bar.com", "o'brien@bar.com"],
  ['a=b@bar.com', 'a=b@bar.com'],
  ['100%@bar.com', '100%@bar.com'],
  ['jo_ao-x.y@bar.com', 'jo_ao-x.y@bar.com'],
])('O5 %j is read as %s', (text, email) => {
  expect(toEmail(text)).toBe(email)
})

test.each([
  'jo..ao@bar.com',
  '.joao@bar.com',
  'joao.@bar.com',
  'joao silva@bar.com',
  'joao:silva@bar.com',
  'joao@bar.com .br',
  'joao@bar. com',
  'a@bar.com, b@bar.com',
  'mailto:a@bar.com?cc=b@bar.com',
  'mailto:%E0%A4%A@bar.com',
])('O5 %j is no email', (text) => {
  expect(toEmail(text)).toBeNull()
})

const readLogin = (email: string) => {
  const result = v.safeParse(loginRequestSchema, { email, password: 'senha' })
  return result.success ? result.output.email : null
}

test('a sign-in reads an email as the making of the account does', () => {
  const typed = [
    ' João@Bar.com ',
    'mailto:joão@bar.com',
    'joa\u0303o@bar.com',
    'joão@bar.com\u200b',
  ]
  expect(typed.map(readLogin)).toEqual(typed.map(() => 'joão@bar.com'))
})

test('a sign-in takes text that is no email, to answer as for an unknown one', () => {
  expect([' Somebody ', '.ze@bar.com', 'a@b'].map(readLogin)).toEqual([
    'somebody',
    '.ze@bar.com',
    'a@b',
  ])
  expect(readLogin('  ')).toBeNull()
})
