import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeCheckout } from './checkout.ts'

test('a checkout is described by its commit, and by whether its files differ from it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  expect(describeCheckout(folder)).toBeNull()
  git('init', '--quiet')
  expect(describeCheckout(folder)).toBeNull()
  git(
    '-c',
    'commit.gpgsign=false',
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@b.example',
    'commit',
    '--allow-empty',
    '-qm',
    'First',
  )
  const commit = git('rev-parse', 'HEAD').trim()
  expect(describeCheckout(folder)).toBe(`commit ${commit}`)
  writeFileSync(join(folder, 'new.txt'), '')
  expect(describeCheckout(folder)).toBe(`commit ${commit}, with changed files`)
})
