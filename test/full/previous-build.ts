import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { BUILT_WORKER_DIR, inRoot, ROOT, SECRETS_FILE } from '#scripts/paths.ts'
import { UserError } from '#scripts/user-error.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The checkout of the last release, built. Ends in a slash. */
    previous: string
  }
}

/** Builds the last release from its sources and packages in a separate folder. */
export function setup({ provide }: TestProject): () => void {
  const { version, commit } = readLastRelease(readFileSync(inRoot('CHANGELOG.md'), 'utf8'))
  const folder = mkdtempSync(join(tmpdir(), 'brinde-previous-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    process.stdout.write(`Building ${version} (${commit}) in ${folder}\n`)
    exportCommit(commit, folder)
    // The two builds must accept each other's signatures.
    cpSync(SECRETS_FILE, join(folder, '.dev.vars'))
    run(folder, 'npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'])
    run(folder, 'npm', ['run', 'build'])
  } catch (error) {
    remove()
    throw error
  }
  provide('previous', `${folder}/`)
  return remove
}

/** The folder of the built Worker in a checkout. */
export const toWorkerDir = (checkout: string): string =>
  join(checkout, BUILT_WORKER_DIR.slice(ROOT.length))

/** The newest release that the changelog names. */
function readLastRelease(changelog: string): { version: string; commit: string } {
  const [, version, commit] =
    /^## (\d+\.\d+\.\d+),.*\n+Commit `([0-9a-f]{7,40})`/m.exec(changelog) ?? []
  if (!version || !commit) throw new UserError('CHANGELOG.md names no release with its commit.')
  return { version, commit }
}

/** Writes a commit's files into a folder. */
function exportCommit(commit: string, folder: string): void {
  const archive = ['-C', ROOT, 'archive', '--format=tar', commit]
  const { status, stdout, stderr } = spawnSync('git', archive, { maxBuffer: 2 ** 28 })
  if (status !== 0)
    throw new UserError(
      `There is no commit ${commit}, the last release. \`git fetch --unshallow\` brings it to a shallow clone.\n${stderr}`,
    )
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: stdout })
  if (unpacked.status !== 0) throw new UserError(`The commit ${commit} could not be unpacked.`)
}

function run(cwd: string, command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    // Variables of this checkout's npm and tests must not reach the other one. Those of a certificate must.
    env: Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(?:npm_|NODE_(?:ENV|OPTIONS|PATH)$|VITEST|TEST$)/.test(name),
      ),
    ),
  })
  if (status !== 0)
    throw new UserError(`\`${command} ${args.join(' ')}\` failed in ${cwd}:\n${stdout}${stderr}`)
}
