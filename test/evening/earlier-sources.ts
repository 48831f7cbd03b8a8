import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { readD1Migrations } from '@cloudflare/vitest-plugin'
import type { Plugin } from 'vite'
import type { TestProject } from 'vitest/node'
import { inRoot, LOCAL_DIR, ROOT } from '#scripts/paths.ts'
import { UserError } from '#scripts/user-error.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** D1's migrations of the commit whose room is compared. */
    earlierMigrations: Awaited<ReturnType<typeof readD1Migrations>>
  }
}

/** intended.ts lists what was changed on purpose since. `EARLIER=main` compares with another commit. */
const COMMIT = process.env.EARLIER ? toHash(process.env.EARLIER) : '53036917'
/** Below this checkout, whose packages the earlier sources use. */
const EARLIER = `${LOCAL_DIR}/earlier-room/${COMMIT}`
const SOURCES = ['package.json', 'contract', 'migrations', 'worker']

/** Exports the earlier sources, once. */
export async function setup({ provide }: TestProject): Promise<void> {
  if (!existsSync(EARLIER)) {
    const unfinished = `${EARLIER}.${process.pid}`
    mkdirSync(unfinished, { recursive: true })
    try {
      exportSources(unfinished)
      renameSync(unfinished, EARLIER)
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
  provide('earlierMigrations', await readD1Migrations(`${EARLIER}/migrations`))
}

function toHash(commit: string): string {
  const { status, stdout } = spawnSync('git', ['-C', ROOT, 'rev-parse', '--short=8', commit])
  if (status !== 0) throw new UserError(`There is no commit ${commit}.`)
  return String(stdout).trim()
}

function exportSources(folder: string): void {
  const archive = ['-C', ROOT, 'archive', '--format=tar', COMMIT, ...SOURCES]
  const { status, stdout, stderr } = spawnSync('git', archive, { maxBuffer: 2 ** 28 })
  if (status !== 0) {
    throw new UserError(
      `There is no commit ${COMMIT}. \`git fetch --unshallow\` brings it to a shallow clone.\n${stderr}`,
    )
  }
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: stdout })
  if (unpacked.status !== 0) throw new UserError(`The commit ${COMMIT} could not be unpacked.`)
}

const CLOCK = inRoot('test/evening/clock.ts')
const CHANCE = inRoot('test/evening/chance.ts')
const GLOBALS = {
  setTimeout: CLOCK,
  clearTimeout: CLOCK,
  setInterval: CLOCK,
  clearInterval: CLOCK,
  crypto: CHANCE,
}
const FROM_CRYPTO = /import \{ ([^}]*)\brandomBytes\b,?([^}]*)\} from 'node:crypto'/

/** Finds `#earlier/…`, and gives the sources of both Workers the clock and the chance of the test. */
export const besideEarlier: Plugin = {
  name: 'beside the earlier room',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('#earlier/') ? id.replace('#earlier', EARLIER) : null),
  transform(code, id) {
    if (![`${ROOT}worker/`, `${EARLIER}/worker/`].some((folder) => id.startsWith(folder))) return
    const uses = (name: string): boolean => new RegExp(`(?<![.\\w'])${name}[(.]`).test(code)
    const imports = Object.entries(GLOBALS).flatMap(([name, from]) =>
      uses(name) ? `import { ${name} } from '${from}';` : [],
    )
    const drawn = `import { randomBytes } from '${CHANCE}'; import { $1$2} from 'node:crypto'`
    return imports.join('') + code.replace(FROM_CRYPTO, drawn)
  },
}
