import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { idSchema } from '#contract/id.ts'
import { anyText, SEED, spoiled } from '#test/fakes/generated.ts'
import { runs } from '#test/worker/runs.ts'
import {
  hashNetwork,
  hashSecret,
  mintDeviceKey,
  mintMark,
  mintMarkId,
  mintVisitSecret,
  readDeviceKey,
  readMark,
  readVisitSecret,
  toPersonId,
} from './tokens.ts'

const KEY = 'a key of this test, which is long enough'
const OTHER_KEY = 'another key of this test, long enough'
const BAR = { barId: 'K7M2QX', personId: '7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001' }
const visit = { ...BAR, expiresAt: 1_800_000_000_000 }
const device = { ...BAR, madeAt: 1_800_000_000_000, mark: mintMarkId() }
const mark = { barId: BAR.barId, id: mintMarkId(), mintedAt: 1_800_000_000_000 }

const TOKENS = [
  { name: 'a visit secret', text: mintVisitSecret(KEY, visit), read: readVisitSecret },
  { name: 'a device key', text: mintDeviceKey(KEY, device), read: readDeviceKey },
  { name: 'a mark', text: mintMark(KEY, mark), read: readMark },
]

test('each token says what it was made of', () => {
  const secret = mintVisitSecret(KEY, visit)
  expect(readVisitSecret(KEY, secret)).toEqual({ ...visit, hash: hashSecret(secret) })
  expect(readDeviceKey(KEY, mintDeviceKey(KEY, device))).toEqual(device)
  expect(readMark(KEY, mintMark(KEY, mark))).toEqual(mark)
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

test('T3 the id of a person is a UUID that depends on key, room and attempt', () => {
  const ids = ['a', 'b'].flatMap((attempt) =>
    ['salt', 'another'].flatMap((salt) =>
      [KEY, OTHER_KEY].map((key) => toPersonId(key, salt, attempt)),
    ),
  )
  expect(ids.every((id) => v.is(idSchema, id))).toBe(true)
  expect(new Set(ids).size).toBe(8)
  expect(toPersonId(KEY, 'salt', 'a')).toBe(ids[0])
})

test.each(TOKENS)(
  'T18 $name of another key, and one with any character changed, is nobody',
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
  },
)

test.each(TOKENS)('T18 the signature of $name has one spelling', ({ text, read }) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const sameBytes = alphabet[alphabet.indexOf(text.at(-1) ?? '') ^ 1]
  expect(read(KEY, text.slice(0, -1) + sameBytes)).toBeNull()
})

test('T18 one kind of token never passes for another', () => {
  for (const { text } of TOKENS) {
    const readAs = [readVisitSecret, readDeviceKey, readMark].filter((read) => read(KEY, text))
    expect(readAs).toHaveLength(1)
  }
})

test.each(['', '.', 'a.b.c.d.e', `${'x'.repeat(10_000)}.`])('T18 %s is nobody', (text) => {
  for (const { read } of TOKENS) expect(read(KEY, text)).toBeNull()
})

test('a network is another one in each bar, and its address cannot be read off', () => {
  const names = ['K7M2QX', 'ZZZZZ9'].map((barId) => hashNetwork(KEY, barId, '203.0.113.7'))
  expect(new Set(names).size).toBe(2)
  expect(names.join()).not.toContain('203')
  expect(names[0]).toHaveLength(43)
})

test('a signing key of fewer than 32 bytes is refused with a sentence', () => {
  const sentence = 'VISIT_SIGNING_KEY is shorter than 32 bytes: set a longer one.'
  expect(() => mintVisitSecret('x'.repeat(31), visit)).toThrow(sentence)
  expect(() => readMark('', mintMark(KEY, mark))).toThrow(sentence)
  expect(() => mintVisitSecret('x'.repeat(32), visit)).not.toThrow()
})

const aMoment = fc.nat(36 ** 9 - 1)

test('T3 whatever a token is made of, it is read as that, and spoiled it is nobody', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), aMoment, (personId, moment) => {
      const claims = { barId: 'K7M2QX', personId }
      const secret = mintVisitSecret(KEY, { ...claims, expiresAt: moment })
      expect(readVisitSecret(KEY, secret)).toMatchObject({ ...claims, expiresAt: moment })
      const made = { ...claims, madeAt: moment, mark: mintMarkId() }
      expect(readDeviceKey(KEY, mintDeviceKey(KEY, made))).toEqual(made)
      const marked = { barId: 'K7M2QX', id: mintMarkId(), mintedAt: moment }
      expect(readMark(KEY, mintMark(KEY, marked))).toEqual(marked)
    }),
    { seed: SEED, numRuns: runs(100, 20_000) },
  )
  for (const { text, read } of TOKENS) {
    fc.assert(
      fc.property(fc.oneof(anyText, spoiled(text)), (other) => {
        expect(read(KEY, other)).toBeNull()
      }),
      { seed: SEED, numRuns: runs(150, 50_000) },
    )
  }
})
