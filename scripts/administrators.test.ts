import { expect, test } from 'vitest'
import { generatePassword, readEmail, refuseWeakPassword } from './administrators.ts'
import { readPublicUrl } from './public-url.ts'

test.each(['Ana@Brinde.Example', ' ana@brinde.example '])('%j is read as one address', (text) => {
  expect(readEmail(text)).toBe('ana@brinde.example')
})

test.each(['', 'ana', "x@y.zz'; DROP TABLE admins; --", 'a\0b@c.example', '--remote'])(
  'T39 %j is refused before it gets near SQL',
  (text) => {
    expect(() => readEmail(text)).toThrow('is no email address')
  },
)

test.each(['', 'curta12', 'password1', 'MUDAR123', 'x'.repeat(257)])(
  'T28 the password %.12j is refused',
  (password) => {
    expect(() => refuseWeakPassword(password)).toThrow()
  },
)

test('a generated password is good, and never the same', () => {
  const passwords = Array.from({ length: 1_000 }, generatePassword)
  expect(new Set(passwords).size).toBe(1_000)
  for (const password of passwords) {
    refuseWeakPassword(password)
    expect(password).toMatch(/^(?:[0-9a-f]{6}-){4}[0-9a-f]{6}$/)
  }
})

test('a link is only made for a site whose address is known, and never without TLS', () => {
  const toml = 'PUBLIC_URL = "https://brinde.example/"   # where'
  expect(readPublicUrl({}, toml)).toBe('https://brinde.example')
  expect(readPublicUrl({ PUBLIC_URL: 'https://x.example' }, toml)).toBe('https://x.example')
  for (const url of ['', 'brinde.example', 'http://brinde.example', 'javascript:alert(1)']) {
    expect(() => readPublicUrl({}, `PUBLIC_URL = "${url}"`)).toThrow('PUBLIC_URL')
  }
})
