import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inRoot } from './paths.ts'
import { UserError } from './user-error.ts'

/** Installs what a folder's own lock file names, once: packages that only benches or mutation testing need. */
export function installPackages(folder: string): void {
  if (existsSync(inRoot(`${folder}/node_modules/.package-lock.json`))) return
  console.log(`Installing what only ${folder} needs: npm ci --prefix ${folder} …`)
  const { status } = spawnSync('npm ci', { cwd: inRoot(folder), stdio: 'inherit', shell: true })
  if (status !== 0) throw new UserError(`The packages of ${folder} could not be installed.`)
}
