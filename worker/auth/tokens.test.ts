import { expect, test } from 'vitest'
import { runs } from '#test/support/runs.ts'
import { hashVisitSecret, mintVisitSecret, readVisitSecret } from './visit-secret.ts'

const KEY = 'a key of this test'
const claim = {
  barId: 'K7M2QX',
  personId: '7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001',
  expiresAt: 1_800_000_000_000,
}

test('a secret says whose visit it is and until when', async () => {
  const secret = await mintVisitSecret(KEY, claim)
  expect(await readVisitSecret(KEY, secret)).toEqual({
    ...claim,
    hash: await hashVisitSecret(secret),
  })
})

test('a secret can stand in a header and name a WebSocket subprotocol', async () => {
  expect(await mintVisitSecret(KEY, claim)).toMatch(/^[\w.-]+$/)
})

test('T3 secrets carry 256 random bits and never repeat', async () => {
  const wanted = runs(2_000, 1_000_000)
  const randoms = new Set<string | undefined>()
  while (randoms.size < wanted) {
    const before = randoms.size
    const batch = Array.from({ length: 1_000 }, () => mintVisitSecret(KEY, claim))
    for (const secret of await Promise.all(batch)) randoms.add(secret.split('.')[3])
    expect(randoms.size).toBe(before + batch.length)
  }
  expect([...randoms].every((random) => random?.length === 43)).toBe(true) // 256 bits as base64url
})

test('T18 a secret of another key, and one with any character changed, is nobody', async () => {
  const secret = await mintVisitSecret(KEY, claim)
  expect(await readVisitSecret('another key', secret)).toBeNull()
  for (let at = 0; at < secret.length; at += 1) {
    for (const character of ['a', 'b', 'A', '_', '.']) {
      if (secret[at] === character) continue
      const forged = secret.slice(0, at) + character + secret.slice(at + 1)
      expect(await readVisitSecret(KEY, forged)).toBeNull()
    }
  }
})

test('T18 a signature has one spelling', async () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const secret = await mintVisitSecret(KEY, claim)
  const sameBytes = alphabet[alphabet.indexOf(secret.at(-1) ?? '') ^ 1]
  expect(await readVisitSecret(KEY, secret.slice(0, -1) + sameBytes)).toBeNull()
})

test.each(['', '.', 'a.b.c.d.e', `${'x'.repeat(10_000)}.`])('T18 %s is nobody', async (text) => {
  expect(await readVisitSecret(KEY, text)).toBeNull()
})
