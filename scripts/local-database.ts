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

/** The rows that each statement of a run answered. */
export type Answered = Record<string, unknown>[][]

/** Runs SQL in the local D1 under `stateDir`. A running server sees it at once. */
export async function runLocalSql(stateDir: string, sql: string): Promise<Answered> {
  return execute(['--local', `--persist-to=${stateDir}`], sql, 'Writing to the local database')
}

/** Runs SQL in the deployed D1, as whoever is logged in to wrangler. */
export async function runRemoteSql(sql: string): Promise<Answered> {
  return execute(['--remote'], sql, 'Writing to the deployed database')
}

async function execute(where: string[], sql: string, what: string): Promise<Answered> {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-sql-'))
  try {
    const file = join(folder, 'statements.sql')
    writeFileSync(file, sql, { mode: 0o600 })
    const args = ['d1', 'execute', DATABASE, ...where, CONFIG, `--file=${file}`, '--json', '-y']
    const { code, output, stdout } = await runTool('wrangler', args)
    if (code !== 0) throw refuse(what, output)
    return readAnswer(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readAnswer(stdout: string): Answered {
  const answers: { results?: Record<string, unknown>[] }[] = JSON.parse(
    stdout.slice(stdout.indexOf('[')),
  )
  return answers.map(({ results }) => results ?? [])
}
