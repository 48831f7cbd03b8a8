import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { aNewBar } from '#test/fakes/bars.ts'
import { barFormSchema, newBarSchema } from './bar-form.ts'
import { toEmail } from './email.ts'
import { LIMITS } from './limits.ts'
import { countGraphemes } from './plain-text.ts'
import { STATES } from './states.ts'

const read = (changes: object) => v.safeParse(newBarSchema, { ...aNewBar(), ...changes })

test('name, address and city are all that a bar needs', () => {
  expect(read({}).success).toBe(true)
  for (const field of ['name', 'address', 'city']) {
    for (const empty of ['', '  ', '\u200b', null])
      expect(read({ [field]: empty }).success).toBe(false)
  }
})

test('T41 every text of the form comes out clean and within its limit, or not at all', () => {
  const nasty = fc.constantFrom(
    '\u202e',
    '\u200b',
    '\0',
    '\ufeff',
    'e\u0301'.repeat(30),
    '👩‍👩‍👧',
    '\u3164',
  )
  const text = fc.array(fc.oneof(nasty, fc.string({ unit: 'grapheme' })), { maxLength: 8 })
  fc.assert(
    fc.property(text, (pieces) => {
      const typed = pieces.join('')
      const result = read({ name: typed, ownerName: typed, tonight: typed, description: typed })
      if (!result.success) return
      const { name, ownerName, tonight, description } = result.output
      expect(countGraphemes(name)).toBeLessThanOrEqual(LIMITS.barLineGraphemes)
      expect(countGraphemes(description ?? '')).toBeLessThanOrEqual(LIMITS.barDescriptionGraphemes)
      for (const clean of [name, ownerName ?? '', tonight ?? '', description ?? '']) {
        expect(clean).toBe(clean.normalize('NFC').trim())
        expect(clean).not.toMatch(/[\u202a-\u202e\u200b\ufeff\0]/u)
      }
      // Cleaning is idempotent.
      expect(read(result.output)).toEqual({ ...result, output: result.output })
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['number', '123456789012', '1234567890123'],
  ['ownerName', 'x'.repeat(80), 'x'.repeat(81)],
  ['description', 'x'.repeat(500), 'x'.repeat(501)],
  ['tonight', 'x'.repeat(140), 'x'.repeat(141)],
  ['tonight', '😀'.repeat(140), '👨‍👩‍👧‍👦'.repeat(140)],
  ['cover', `/media/photos/${'x'.repeat(32)}.webp`, `/media/logos/${'x'.repeat(32)}.webp`],
  ['phone', '+5511987654321', '11987654321'],
  ['document', '11144477735', '111.444.777-35'],
  ['document', '12ABC34501DE35', '12ABC34501DE36'],
  ['email', 'ze@boteco.example', 'Ze@boteco.example'],
  ['login', 'boteco-do-ze', 'Boteco do Zé'],
  ['state', 'SP', 'XX'],
  ['subscriptionPlan', 'yearly', 'free'],
])('%s takes %.20j and not %.20j', (field, good, bad) => {
  expect(read({ [field]: good }).success).toBe(true)
  expect(read({ [field]: bad }).success).toBe(false)
})

test('there are 27 states', () => {
  expect(new Set(STATES).size).toBe(27)
})

test.each([
  ...[' Ze@Boteco.Example ', 'joão@exämple.com.br', 'a+b@x.yz'],
  `${'x'.repeat(LIMITS.emailCharacters - 5)}@x.yz`,
])('%.30j is an email', (text) => {
  expect(toEmail(text)).toBe(text.trim().toLowerCase())
})

test.each([
  '',
  'ze',
  'ze@',
  '@x.yz',
  'ze@boteco',
  'a b@x.yz',
  '<a@x.yz>',
  'a@x.yz,b@x.yz',
  'a@x.y\u202ez',
  `${'x'.repeat(LIMITS.emailCharacters - 4)}@x.yz`,
])('%.20j is no email', (text) => {
  expect(toEmail(text)).toBeNull()
})

test.each([
  ['Boteco.Do_Ze-1', 'boteco.do_ze-1'],
  [' abc ', 'abc'],
  [' ', null],
])('%j is the login %s', (text, login) => {
  expect(v.parse(barFormSchema.entries.login, text)).toBe(login)
})

test.each(['ab', '-abc', 'abc.', 'zé-bar', 'a b c', 'x'.repeat(31)])('%j is no login', (text) => {
  expect(v.is(barFormSchema.entries.login, text)).toBe(false)
})
