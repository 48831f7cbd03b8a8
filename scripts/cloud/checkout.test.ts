import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inRoot } from '../paths.ts'
import { describeCheckout } from './checkout.ts'

function makeRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  const commit = () => {
    const author = [
      '-c',
      'commit.gpgsign=false',
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b.example',
    ]
    git(...author, 'commit', '--allow-empty', '-qm', 'First')
    return git('rev-parse', 'HEAD').trim()
  }
  return { folder, git, commit }
}

test('a checkout is described by its commit, and by whether its files differ from it', () => {
  const { folder, git, commit } = makeRepository()
  expect(describeCheckout(folder)).toBeNull()
  git('init', '--quiet')
  expect(describeCheckout(folder)).toBeNull()
  const id = commit()
  expect(describeCheckout(folder)).toBe(`commit ${id}`)
  writeFileSync(join(folder, 'new.txt'), '')
  expect(describeCheckout(folder)).toBe(`commit ${id}, with changed files`)
})

test('files that the commands of an operator write do not count as changed', () => {
  const { folder, git, commit } = makeRepository()
  git('init', '--quiet')
  cpSync(inRoot('.gitignore'), join(folder, '.gitignore'))
  git('add', '.gitignore')
  const id = commit()
  const written =
    '.secrets-production.json backups/brinde/bars.json verified/site.md sbom.json dist/deploy/production.json .dev.vars'
  for (const file of written.split(' ')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  expect(describeCheckout(folder)).toBe(`commit ${id}`)
})
