import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { checkPassword, hashPassword, isCommonPassword } from './passwords.ts'

const CHEAP = { logN: 4, r: 8, p: 1 }

// Computed with Python's hashlib.scrypt and hmac, which share no code with the runtime.
const REAL =
  '$brinde1$ln=15,r=8,p=3$AAECAwQFBgcICQoLDA0ODw$OwMx2YZ_QV-naPSujXwWG_u143CJUJSuVJnBN3ITynE'
const SMALL =
  '$brinde1$ln=4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$ScbS_rMx5Vx8KPY5Mdh76vRqO2aj-2wD1Ixiaq4TSOI'

test('T32 a stored password is scrypt at N=2^15 r=8 p=3 under an HMAC by the pepper', () => {
  const right = { right: true, outdated: false }
  expect(checkPassword('correct horse battery', REAL, 'pepper-one')).toEqual(right)
  expect(hashPassword('x', 'pepper-one')).toMatch(
    /^\$brinde1\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/,
  )
})

test('T32 without the pepper nothing matches', () => {
  for (const pepper of ['pepper-two', '', 'pepper-one ', 'outra pimenta ']) {
    expect(checkPassword('pão de açúcar', SMALL, pepper).right).toBe(false)
  }
  expect(checkPassword('pão de açúcar', SMALL, 'outra pimenta').right).toBe(true)
})

test('T32 whatever the password, another pepper matches no stored string', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (password, pepper, other) => {
      const stored = hashPassword(password, pepper, CHEAP)
      expect(checkPassword(password, stored, pepper).right).toBe(true)
      expect(checkPassword(password, stored, other).right).toBe(other === pepper)
    }),
  )
})

test('T32 a hash at another cost is right and due to be made anew', () => {
  expect(checkPassword('pão de açúcar', SMALL, 'outra pimenta')).toEqual({
    right: true,
    outdated: true,
  })
})

test('one password hashes differently each time, and an accent however it is composed', () => {
  const [one, other] = ['ação'.normalize('NFD'), 'ação'.normalize('NFC')]
  const hashes = [hashPassword(one, 'p', CHEAP), hashPassword(one, 'p', CHEAP)]
  expect(new Set(hashes).size).toBe(2)
  for (const hash of hashes) expect(checkPassword(other, hash, 'p').right).toBe(true)
})

test('nobody’s password is never right', () => {
  for (const password of ['', 'A', '\0'.repeat(32)]) {
    expect(checkPassword(password, null, 'p').right).toBe(false)
  }
})

test('a stored text that is no hash of ours is an error, not a match', () => {
  for (const stored of ['', 'senha', SMALL.slice(0, -1), `${SMALL}A`]) {
    expect(() => checkPassword('senha', stored, 'outra pimenta')).toThrow()
  }
})

test('T28 at least 3,000 common passwords are refused, in any case', () => {
  expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(3_000)
  for (const password of ['password1', 'PASSWORD1', '12345678', 'Mudar123', 'qwertyuiop']) {
    expect(isCommonPassword(password)).toBe(true)
  }
  expect(isCommonPassword('samba na calçada às quintas')).toBe(false)
})
