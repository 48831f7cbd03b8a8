import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeLocalSecrets, readSecretNames } from './local-secrets.ts'

const WRITE_BITS_OF_OTHERS = 0o077
const MINE = `mine-${'x'.repeat(32)}`

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the names come from the required list of wrangler.toml', () => {
  expect(
    readSecretNames('[vars]\nA = "b"\n\n[secrets]\nrequired = ["ONE", "TWO"] # why\n'),
  ).toEqual(['ONE', 'TWO'])
  expect(() => readSecretNames('[vars]\n')).toThrow('no [secrets] required list')
})

test('the key of notices may be `off`, and stops the start where it is neither that nor a key', () => {
  const file = join(makeFolder(), '.dev.vars')
  writeFileSync(file, 'VAPID_PRIVATE_KEY=off\n')
  makeLocalSecrets(file, ['VAPID_PRIVATE_KEY'])
  writeFileSync(file, `VAPID_PRIVATE_KEY=${MINE}\n`)
  expect(() => makeLocalSecrets(file, ['VAPID_PRIVATE_KEY'])).toThrow('neither 43 characters')
})

test('each missing secret gets 32 random bytes, and nobody else may read them', () => {
  const file = join(makeFolder(), '.dev.vars')
  makeLocalSecrets(file, ['ONE', 'TWO'])
  const made = readFileSync(file, 'utf8')
  expect(made).toMatch(/^ONE=[\w-]{43}\nTWO=[\w-]{43}\n$/)
  expect(statSync(file).mode & WRITE_BITS_OF_OTHERS).toBe(0)
  makeLocalSecrets(file, ['ONE', 'TWO'])
  expect(readFileSync(file, 'utf8')).toBe(made)
})

test('a secret that is there stays, a new one is added', () => {
  const file = join(makeFolder(), '.dev.vars')
  writeFileSync(file, `ONE=${MINE}`)
  makeLocalSecrets(file, ['ONE', 'TWO'])
  expect(readFileSync(file, 'utf8')).toMatch(/^ONE=mine-[\w-]{32}\nTWO=[\w-]{43}\n$/)
})

test.each([
  ['short', 'A key is shorter than 32 bytes: set a longer one.'],
  [`2:${MINE} 1:short`, 'A key is shorter than 32 bytes: set a longer one.'],
  [`1:${MINE} 1:${MINE}`, 'Both keys have one number.'],
  [`2:${MINE}, 1:${MINE}`, 'It is neither one key nor "2:NEW 1:OLD".'],
])('the secret %s stops the start with a sentence', (secret, sentence) => {
  const file = join(makeFolder(), '.dev.vars')
  writeFileSync(file, `ONE=${secret}\n`)
  expect(() => makeLocalSecrets(file, ['ONE', 'TWO'])).toThrow(
    `.dev.vars: ONE is unusable. ${sentence}`,
  )
})
