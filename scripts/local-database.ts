import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONFIG_ARGUMENT, DATABASE_NAME } from './database.ts'
import { refuse } from './refusal.ts'
import { runTool } from './run-tool.ts'

/** Brings the local D1 under `stateDir` to the newest migration. The server must not be running. */
export async function migrateLocalDatabase(stateDir: string): Promise<void> {
  mkdirSync(stateDir, { recursive: true })
  const { code, output } = await runTool('wrangler', [
    ...['d1', 'migrations', 'apply', DATABASE_NAME, '--local', CONFIG_ARGUMENT],
    `--persist-to=${stateDir}`,
  ])
  if (code !== 0) throw refuse('Migrating the local database', output)
}

/**
 * Fills the local D1 under `stateDir`. From a file, because a command line holds too little for seeds;
 * what is asked and answered goes through database.ts.
 */
export async function runLocalSql(stateDir: string, text: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-sql-'))
  try {
    const file = join(folder, 'statements.sql')
    writeFileSync(file, text, { mode: 0o600 })
    const { code, output } = await runTool('wrangler', [
      ...['d1', 'execute', DATABASE_NAME, '--local', CONFIG_ARGUMENT],
      ...[`--persist-to=${stateDir}`, `--file=${file}`, '--yes'],
    ])
    if (code !== 0) throw refuse('Writing to the local database', output)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
