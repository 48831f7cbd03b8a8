import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { toInsertBars } from '#scripts/bar-rows.ts'
import { migrateLocalDatabase, runLocalSql } from '#scripts/database.ts'
import { inRoot, ROOT } from '#scripts/paths.ts'
import { BARS } from '#test/screens/bars.ts'
import { toInsertAdmins } from './admin-pool.ts'
import { POOL } from './bar-pool.ts'

const TEST_DIR = inRoot('.local/test')
const SQL = `${toInsertBars([...POOL, ...BARS])}\n${toInsertAdmins()}`

function findTemplate(): string {
  // Wrangler names the database's file after the `database_id` of wrangler.toml.
  const files = ['wrangler.toml', ...globSync('migrations/*', { cwd: ROOT }).sort()]
  const hash = createHash('sha256').update(SQL)
  for (const file of files) hash.update(file).update(readFileSync(inRoot(file)))
  return `${TEST_DIR}/template-${hash.digest('hex').slice(0, 12)}`
}

/** A migrated database with the pools of bars and administrators, made once for each set of migrations. */
export async function prepareTemplate(): Promise<void> {
  const template = findTemplate()
  if (existsSync(template)) return
  const draft = `${template}.${randomUUID()}`
  await migrateLocalDatabase(draft)
  await runLocalSql(draft, SQL)
  // If another process was faster, its template is the same.
  if (existsSync(template)) rmSync(draft, { recursive: true })
  else renameSync(draft, template)
}

/** Copies the template into a new state directory. Remove it with `removeState`. */
export function makeState(): string {
  const stateDir = `${TEST_DIR}/state-${randomUUID()}`
  mkdirSync(TEST_DIR, { recursive: true })
  cpSync(findTemplate(), stateDir, { recursive: true })
  return stateDir
}

export function removeState(stateDir: string): void {
  rmSync(stateDir, { recursive: true, force: true })
}
