import * as v from 'valibot'
import { expect, test } from 'vitest'
import { aNewBar } from '#test/fakes/bars.ts'
import { barFormSchema, newBarSchema } from './bar-form.ts'
import { toEmail } from './email.ts'
import { LIMITS } from './limits.ts'

const read = (changes: object) => v.safeParse(newBarSchema, { ...aNewBar(), ...changes })

test('name, address and city are all that a bar needs', () => {
  expect(read({}).success).toBe(true)
  for (const field of ['name', 'address', 'city']) {
    for (const empty of ['', '  ', '\u200b', null])
      expect(read({ [field]: empty }).success).toBe(false)
  }
})

test('T41 every text of the form comes out clean', () => {
  const typed = '\u202e a\u0301\u200b b\0 '
  const { success, output } = read({
    name: typed,
    ownerName: typed,
    tonight: typed,
    description: typed,
  })
  const clean = 'á b'
  expect(success).toBe(true)
  expect(output).toMatchObject({
    name: clean,
    ownerName: clean,
    tonight: clean,
    description: clean,
  })
})

test.each([
  ['number', '123456789012', '1234567890123'],
  ['ownerName', 'x'.repeat(80), 'x'.repeat(81)],
  ['description', 'x'.repeat(500), 'x'.repeat(501)],
  ['tonight', 'x'.repeat(140), 'x'.repeat(141)],
  ['tonight', '😀'.repeat(140), '👨‍👩‍👧‍👦'.repeat(140)],
  ['coverUrl', `/media/photos/${'x'.repeat(32)}.webp`, `/media/logos/${'x'.repeat(32)}.webp`],
  ['phone', '+5511987654321', '11987654321'],
  ['document', '11144477735', '111.444.777-35'],
  ['document', '12ABC34501DE35', '12ABC34501DE36'],
  ['email', 'ze@boteco.example', 'Ze@boteco.example'],
  ['login', 'boteco-do-ze', 'Boteco do Zé'],
  ['state', 'SP', 'XX'],
  ['subscriptionPlan', 'yearly', 'free'],
])('%s accepts %.20j and refuses %.20j', (field, good, bad) => {
  expect(read({ [field]: good }).success).toBe(true)
  expect(read({ [field]: bad }).success).toBe(false)
})

test('an email is read in lower case, and other text is refused', () => {
  const domain = '@x.yz'
  const long = 'x'.repeat(LIMITS.emailCharacters - domain.length)
  const emails = [' Ze@Boteco.Example ', 'joão@exämple.com.br', 'a+b@x.yz', long + domain]
  expect(emails.map(toEmail)).toEqual(emails.map((text) => text.trim().toLowerCase()))
  for (const text of [
    '',
    'ze',
    'ze@',
    '@x.yz',
    'ze@boteco',
    'a b@x.yz',
    'a@x.yz,b@x.yz',
    'a@x..yz',
    'a@.x.yz',
    'a@-x.yz',
    'a@x-.yz',
    'a@x.yz-',
    'a@x_y.com',
    'a@x!.com',
    'a@x.y/z',
    `x${long}${domain}`,
  ])
    expect([text, toEmail(text)]).toEqual([text, null])
})

test.each([
  'mailto:ze@x.yz',
  'E-mail: ze@x.yz.',
  '<ze@x.yz>',
  '“ze@x.yz”',
  'ze@x.y\u200bz\ufeff',
  'ze\u00ad@x.yz ',
])('O5 the email in %j is read', (text) => {
  expect(toEmail(text)).toBe('ze@x.yz')
})

test('a login is read in lower case, and other text is refused', () => {
  const { login } = barFormSchema.entries
  const read = ['Boteco.Do_Ze-1', ' abc ', ' '].map((typed) => v.parse(login, typed))
  expect(read).toEqual(['boteco.do_ze-1', 'abc', null])
  for (const none of ['ab', '-abc', 'abc.', 'zé-bar', 'a b c', 'x'.repeat(31)])
    expect([none, v.is(login, none)]).toEqual([none, false])
})
