import { spawnSync } from 'node:child_process'
import { inRoot, ROOT } from '#scripts/paths.ts'
import { installPackages } from '#scripts/run-tool.ts'

/** A package of its own. */
const FOLDER = 'test/mutants/stryker'
const STRYKER = inRoot(`${FOLDER}/node_modules/@stryker-mutator/core/bin/stryker.js`)

/** Mutates the pure modules and prints what survives. False below the score of stryker.config.json. */
export function runMutation(): boolean {
  installPackages(FOLDER)
  const args = [STRYKER, 'run', `${FOLDER}/stryker.config.json`]
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  return status === 0
}
