import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../paths.ts'

/** The commit of a checkout, and whether its files differ from it. Null without git or a commit. */
export function describeCheckout(folder = ROOT): string | null {
  // An unpacked archive may lie within a repository of something else.
  if (!existsSync(join(folder, '.git'))) return null
  const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  const commit = git('rev-parse', '--verify', 'HEAD')
  if (commit.status !== 0) return null
  const isChanged = git('status', '--porcelain').stdout !== ''
  return `commit ${commit.stdout.trim()}${isChanged ? ', with changed files' : ''}`
}
