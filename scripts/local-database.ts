import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from './paths.ts'
import { refuse } from './refusal.ts'
import { runTool } from './run-tool.ts'

const DATABASE = 'brinde'
// Said outright, because a build leaves a pointer to its own copy that wrangler would follow.
const CONFIG = `--config=${inRoot('wrangler.toml')}`

/** Brings the local D1 under `stateDir` to the newest migration. The server must not be running. */
export async function migrateLocalDatabase(stateDir: string): Promise<void> {
  mkdirSync(stateDir, { recursive: true })
  const { code, output } = await runTool('wrangler', [
    ...['d1', 'migrations', 'apply', DATABASE, '--local', CONFIG, `--persist-to=${stateDir}`],
  ])
  if (code !== 0) throw refuse('Migrating the local database', output)
}

/** Runs SQL in the local D1 under `stateDir`. The server must not be running. */
export async function runLocalSql(stateDir: string, sql: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-sql-'))
  try {
    const file = join(folder, 'statements.sql')
    writeFileSync(file, sql)
    const { code, output } = await runTool('wrangler', [
      ...[
        'd1',
        'execute',
        DATABASE,
        '--local',
        CONFIG,
        `--persist-to=${stateDir}`,
        `--file=${file}`,
        '-y',
      ],
    ])
    if (code !== 0) throw refuse('Writing to the local database', output)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
