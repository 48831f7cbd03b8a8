import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPassword, hashPassword } from './passwords.ts'

const CHEAP = { logN: 4, r: 8, p: 1 }
const ONE = 'pepper-one-that-is-long-enough-to-be-used'
const OTHER = 'outra-pimenta-que-basta-para-a-prova'

// Computed with Python's hashlib.scrypt and hmac, which share no code with the runtime.
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

test('T32 whatever the password, another pepper matches no stored string', () => {
  fc.assert(
    fc.property(fc.string(), aPepper, aPepper, (password, pepper, other) => {
      const stored = hashPassword(password, pepper, CHEAP)
      expect(checkPassword(password, stored, pepper).right).toBe(true)
      expect(checkPassword(password, stored, other).right).toBe(other === pepper)
    }),
  )
})

test('T32 a hash at another cost is right and due to be made anew', () => {
  expect(checkPassword('pão de açúcar', SMALL, OTHER)).toEqual({
    right: true,
    outdated: true,
  })
})

test('T32 after a new pepper a password is right by the old one, and due to be made anew', () => {
  const old = hashPassword('pão de açúcar', ONE)
  const both = `2:${OTHER} 1:${ONE}`
  expect(checkPassword('pão de açúcar', old, both)).toEqual({ right: true, outdated: true })
  expect(checkPassword('pão de queijo', old, both).right).toBe(false)
  const anew = hashPassword('pão de açúcar', both)
  expect(checkPassword('pão de açúcar', anew, `2:${OTHER}`)).toEqual({
    ...{ right: true, outdated: false },
  })
  expect(checkPassword('pão de açúcar', old, `2:${OTHER}`).right).toBe(false)
})

test('one password hashes differently each time, and an accent however it is composed', () => {
  const [one, other] = ['ação'.normalize('NFD'), 'ação'.normalize('NFC')]
  const hashes = [hashPassword(one, ONE, CHEAP), hashPassword(one, ONE, CHEAP)]
  expect(new Set(hashes).size).toBe(2)
  for (const hash of hashes) expect(checkPassword(other, hash, ONE).right).toBe(true)
})

test('nobody’s password is never right', () => {
  for (const password of ['', 'A', '\0'.repeat(32)]) {
    expect(checkPassword(password, null, ONE).right).toBe(false)
  }
})

test('a stored text that is no hash of ours is an error, not a match', () => {
  for (const stored of ['', 'senha', SMALL.slice(0, -1), `${SMALL}A`]) {
    expect(() => checkPassword('senha', stored, OTHER)).toThrow()
  }
})
