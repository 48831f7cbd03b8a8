import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPassword, hashPassword } from './passwords.ts'

const CHEAP = { logN: 4, r: 8, p: 1 }
const ONE = 'pepper-one-that-is-long-enough-to-be-used'
const OTHER = 'outra-pimenta-que-basta-para-a-prova'

// Python's hashlib.scrypt and hmac computed these. They share no code with the runtime.
const REAL =
  '$brinde1$ln=15,r=8,p=3,k=1$AAECAwQFBgcICQoLDA0ODw$RSIEYapEglgLbyytIua9Z-eCQRpB3S3h34fqTTdZwXs'
const SMALL =
  '$brinde1$ln=4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$mSDTERV1lHDlrJUiBQAEGkjXbqV4SfgAU_M7XJ2eDKU'

test('T32 a stored password is scrypt at N=2^15 r=8 p=3 under an HMAC by the pepper', () => {
  const right = { right: true, outdated: false }
  expect(checkPassword('correct horse battery', REAL, ONE)).toEqual(right)
  expect(hashPassword('x', ONE)).toMatch(/^\$brinde1\$ln=15,r=8,p=3,k=1\$[\w-]{22}\$[\w-]{43}$/)
})

const aPepper = fc.stringMatching(/^[\w-]{43}$/)

test('T32 a stored password matches under its own pepper only', () => {
  fc.assert(
    fc.property(fc.string(), aPepper, aPepper, (password, pepper, other) => {
      const stored = hashPassword(password, pepper, CHEAP)
      expect(checkPassword(password, stored, pepper).right).toBe(true)
      expect(checkPassword(password, stored, other).right).toBe(other === pepper)
    }),
  )
})

test('T32 a hash at another cost or under the former pepper matches, and is reported as outdated', () => {
  const [password, both] = ['pão de açúcar', `2:${OTHER} 1:${ONE}`]
  const outdated = { right: true, outdated: true }
  expect(checkPassword(password, SMALL, OTHER)).toEqual(outdated)
  const old = hashPassword(password, ONE)
  expect(checkPassword(password, old, both)).toEqual(outdated)
  expect(checkPassword('pão de queijo', old, both).right).toBe(false)
  expect(checkPassword(password, old, `2:${OTHER}`).right).toBe(false)
  const anew = checkPassword(password, hashPassword(password, both), `2:${OTHER}`)
  expect(anew).toEqual({ right: true, outdated: false })
})

test('a password hashes differently each time, and matches with accents composed either way', () => {
  const [one, other] = ['ação'.normalize('NFD'), 'ação'.normalize('NFC')]
  const hashes = [hashPassword(one, ONE, CHEAP), hashPassword(one, ONE, CHEAP)]
  expect(new Set(hashes).size).toBe(2)
  for (const hash of hashes) expect(checkPassword(other, hash, ONE).right).toBe(true)
})

test('no password matches an unknown email, and a malformed stored hash is an error', () => {
  for (const password of ['', 'A', '\0'.repeat(32)])
    expect(checkPassword(password, null, ONE).right).toBe(false)
  for (const stored of ['', 'senha', SMALL.slice(0, -1), `${SMALL}A`])
    expect(() => checkPassword('senha', stored, OTHER)).toThrow()
})
