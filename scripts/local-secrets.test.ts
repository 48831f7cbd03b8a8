import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeLocalSecrets, readSecretNames } from './local-secrets.ts'

const RIGHTS_OF_OTHERS = 0o077
const MINE = `mine-${'x'.repeat(32)}`

/** A file of secrets; it is not there where there is no text. */
function makeFile(text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, '.dev.vars')
  if (text !== undefined) writeFileSync(file, text)
  return file
}

test('the names come from the required list of wrangler.toml', () => {
  const toml = '[vars]\nA = "b"\n\n[secrets]\nrequired = ["ONE", "TWO"] # why\n'
  expect(readSecretNames(toml)).toEqual(['ONE', 'TWO'])
  expect(() => readSecretNames('[vars]\n')).toThrow('no [secrets] required list')
})

test('each missing secret gets 32 random bytes that nobody else may read, and what is there stays', () => {
  const file = makeFile()
  makeLocalSecrets(file, ['ONE', 'TWO'])
  const made = readFileSync(file, 'utf8')
  expect(made).toMatch(/^ONE=[\w-]{43}\nTWO=[\w-]{43}\n$/)
  expect(statSync(file).mode & RIGHTS_OF_OTHERS).toBe(0)
  makeLocalSecrets(file, ['ONE', 'TWO'])
  expect(readFileSync(file, 'utf8')).toBe(made)
  writeFileSync(file, `ONE=${MINE}`)
  makeLocalSecrets(file, ['ONE', 'TWO'])
  expect(readFileSync(file, 'utf8')).toMatch(/^ONE=mine-[\w-]{32}\nTWO=[\w-]{43}\n$/)
})

test.each(['', MINE])(
  'an old file of "%s" that others may read becomes the owner’s alone',
  (kept) => {
    const file = makeFile(kept && `ONE=${kept}\nTWO=${kept}\n`)
    chmodSync(file, 0o644)
    makeLocalSecrets(file, ['ONE', 'TWO'])
    expect(statSync(file).mode & RIGHTS_OF_OTHERS).toBe(0)
  },
)

test.each([
  ['ONE', 'short', 'A key is shorter than 32 bytes: set a longer one.'],
  ['ONE', `2:${MINE} 1:short`, 'A key is shorter than 32 bytes: set a longer one.'],
  ['ONE', `1:${MINE} 1:${MINE}`, 'Both keys have one number.'],
  ['ONE', `2:${MINE}, 1:${MINE}`, 'It is neither one key nor "2:NEW 1:OLD".'],
  ['VAPID_PRIVATE_KEY', MINE, 'It is neither 43 characters of base64url nor "off".'],
])('%s of %s stops the start with a sentence', (name, secret, sentence) => {
  const file = makeFile(`${name}=${secret}\n`)
  chmodSync(file, 0o644)
  expect(() => makeLocalSecrets(file, [name, 'TWO'])).toThrow(
    `.dev.vars: ${name} is unusable. ${sentence}`,
  )
  expect(statSync(file).mode & RIGHTS_OF_OTHERS).toBe(0)
})

test('the key of notices may be `off`', () => {
  makeLocalSecrets(makeFile('VAPID_PRIVATE_KEY=off\n'), ['VAPID_PRIVATE_KEY'])
})
