import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, SEED, spoiled } from '#test/fakes/generated.ts'
import { runs } from '#test/worker/runs.ts'
import {
  hashNetwork,
  hashSecret,
  isSessionToken,
  isToken,
  mintChallenge,
  mintDeviceKey,
  mintMark,
  mintMarkId,
  mintSessionToken,
  mintToken,
  mintVisitSecret,
  readChallenge,
  readDeviceKey,
  readMark,
  readVisitSecret,
  toEntryCode,
} from './tokens.ts'

const KEY = 'a-key-of-this-test-which-is-long-enough'
const OTHER_KEY = 'another-key-of-this-test-long-enough'
const BAR = { barId: 'K7M2QX', personId: '7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001' }
const visit = { ...BAR, expiresAt: 1_800_000_000_000 }
const device = { ...BAR, madeAt: 1_800_000_000_000, mark: mintMarkId() }
const mark = { barId: BAR.barId, id: mintMarkId(), mintedAt: 1_800_000_000_000 }

const readSession = (key: string, text: string) => isSessionToken(key, text) || null

const TOKENS = [
  { name: 'a visit secret', text: mintVisitSecret(KEY, visit), read: readVisitSecret },
  { name: 'a device key', text: mintDeviceKey(KEY, device), read: readDeviceKey },
  { name: 'a mark', text: mintMark(KEY, mark), read: readMark },
  { name: 'a session', text: mintSessionToken(KEY), read: readSession },
  { name: 'a challenge', text: mintChallenge(KEY, 1_800_000_000_000), read: readChallenge },
]

test('T59 challenges of the same moment all differ', () => {
  const challenges = Array.from({ length: 100 }, () => mintChallenge(KEY, 1_800_000_000_000))
  expect(new Set(challenges).size).toBe(100)
})

test('only 256 random bits in base64url are a bare token', () => {
  expect(isToken(mintToken())).toBe(true)
  expect(['', mintToken().slice(1), `${mintToken()}a`, `${'x'.repeat(42)}!`].map(isToken)).toEqual(
    Array.from({ length: 4 }, () => false),
  )
})

test('T56 each night of each bar has its own six digits, and each renewal changes them', () => {
  const code = (barId: string, night: number, renewals: number, key = KEY) =>
    toEntryCode(key, barId, night, renewals)
  expect(code('K7M2QX', 20_000, 0)).toBe('868956')
  const nights = Array.from({ length: 2_000 }, (_, night) => code('K7M2QX', night, 0))
  expect(nights.every((digits) => /^\d{6}$/.test(digits))).toBe(true)
  expect(nights.some((digits) => digits.startsWith('0'))).toBe(true)
  expect(new Set(nights).size).toBeGreaterThan(1_980)
  const others = [
    code('ZZZZZ9', 20_000, 0),
    code('K7M2QX', 20_001, 0),
    code('K7M2QX', 20_000, 1),
    code('K7M2QX', 20_000, 0, OTHER_KEY),
  ]
  expect(new Set([code('K7M2QX', 20_000, 0), ...others]).size).toBe(5)
})

test('T3 secrets carry 256 random bits and never repeat', () => {
  const wanted = runs(2_000, 1_000_000)
  const randoms = new Set<string | undefined>()
  for (let count = 0; count < wanted; count += 1) {
    randoms.add(mintVisitSecret(KEY, visit).split('.')[4])
  }
  expect(randoms.size).toBe(wanted)
  expect([...randoms].every((random) => random?.length === 43)).toBe(true) // 256 bits as base64url
})

test.each(TOKENS)(
  'T18 $name is refused under another key, with any character changed, or in another spelling',
  ({ text, read }) => {
    expect(text).toMatch(/^[\w.-]{1,200}$/) // a header, a subprotocol
    expect(read(KEY, text)).not.toBeNull()
    expect(read(OTHER_KEY, text)).toBeNull()
    for (let at = 0; at < text.length; at += 1) {
      for (const character of ['a', 'b', 'A', '_', '.', '2']) {
        if (text[at] === character) continue
        expect(read(KEY, text.slice(0, at) + character + text.slice(at + 1))).toBeNull()
      }
    }
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const sameBytes = alphabet[alphabet.indexOf(text.at(-1) ?? '') ^ 1]
    expect(read(KEY, text.slice(0, -1) + sameBytes)).toBeNull()
  },
)

test('T18 a token is valid as one kind only, and a signature for another purpose makes no token', () => {
  for (const { text, read } of TOKENS) {
    expect(TOKENS.filter((one) => one.read(KEY, text))).toHaveLength(1)
    const payload = text.slice(2, text.lastIndexOf('.'))
    expect(read(KEY, `1.${payload}.${hashNetwork(KEY, '1', payload)}`)).toBeNull()
  }
})

test('tokens and hashes of earlier releases are still valid', () => {
  const [id, at] = ['A'.repeat(22), 1_800_000_000_000]
  const deviceKey = `1.K7M2QX.${BAR.personId}.mywpiww0.${id}.R2rp5XCHJzwwDpgdIOHkXc8V3nI-kMDK8VGqa9DXYiM`
  expect(readDeviceKey(KEY, deviceKey)).toEqual({ ...BAR, madeAt: at, mark: id })
  const kept = `1.K7M2QX.${id}.mywpiww0.UBV_k8VPsbb0kq_bgqRqwwsl09ZphCSzDNBOThQx81k`
  expect(readMark(KEY, kept)).toEqual({ barId: BAR.barId, id, mintedAt: at })
  expect(hashSecret('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
  expect(hashNetwork(KEY, 'K7M2QX', '203.0.113.7')).toBe(
    'VqYvSmWMqzO3AJ8W1gLrwRX-RHJSCDCPnbGKZij1BU4',
  )
})

test.each([
  { barId: 'abcdef', personId: BAR.personId },
  { barId: BAR.barId, personId: 'x'.repeat(36) },
])('T18 a signed token of the impossible $barId and $personId is refused', (claim) => {
  expect(readVisitSecret(KEY, mintVisitSecret(KEY, { ...visit, ...claim }))).toBeNull()
  expect(readDeviceKey(KEY, mintDeviceKey(KEY, { ...device, ...claim }))).toBeNull()
})

test.each(TOKENS)(
  '$name signed by the former key is valid until that key is removed',
  ({ text, read }) => {
    expect(read(`2:${OTHER_KEY} 1:${KEY}`, text)).not.toBeNull()
    expect(read(`3:${OTHER_KEY} 2:${KEY}`, text)).toBeNull() // signed by number 1
    expect(read(`2:${OTHER_KEY}`, text)).toBeNull()
  },
)

test('a new key signs as soon as it is configured', () => {
  const secret = mintVisitSecret(`2:${OTHER_KEY} 1:${KEY}`, visit)
  expect(secret).toMatch(/^2\./)
  expect(readVisitSecret(`2:${OTHER_KEY}`, secret)).toMatchObject(visit)
  expect(readVisitSecret(KEY, secret)).toBeNull()
})

const aMoment = fc.nat(36 ** 9 - 1)
const examples: [string][] = [[''], ['.'], ['a.b.c.d.e'], [`${'x'.repeat(10_000)}.`]]

test('T3 T18 every token reads back as its claims, and a spoiled one is refused', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), aMoment, (personId, moment) => {
      const claims = { barId: 'K7M2QX', personId }
      const secret = mintVisitSecret(KEY, { ...claims, expiresAt: moment })
      const read = { ...claims, expiresAt: moment, hash: hashSecret(secret) }
      expect(readVisitSecret(KEY, secret)).toEqual(read)
      const made = { ...claims, madeAt: moment, mark: mintMarkId() }
      expect(readDeviceKey(KEY, mintDeviceKey(KEY, made))).toEqual(made)
      const marked = { barId: 'K7M2QX', id: mintMarkId(), mintedAt: moment }
      expect(readMark(KEY, mintMark(KEY, marked))).toEqual(marked)
      const challenge = mintChallenge(KEY, moment)
      expect(readChallenge(KEY, challenge)).toEqual({ mintedAt: moment })
    }),
    { seed: SEED, numRuns: runs(100, 20_000) },
  )
  for (const { text, read } of TOKENS) {
    fc.assert(
      fc.property(fc.oneof(anyText, spoiled(text)), (other) => {
        expect(read(KEY, other)).toBeNull()
      }),
      { seed: SEED, numRuns: runs(150, 50_000), examples },
    )
  }
})
