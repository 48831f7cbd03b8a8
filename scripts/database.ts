import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { inRoot } from './paths.ts'
import type { Outcome } from './run-tool.ts'
import { runTool } from './run-tool.ts'
import { toUserError, UserError } from './user-error.ts'

/** The binding. Only wrangler.toml holds the database's name. */
const DATABASE = 'DB'
/** Named, because a build leaves a pointer to its own copy that wrangler would follow. */
const CONFIG_ARGUMENT = `--config=${inRoot('wrangler.toml')}`

declare const quoted: unique symbol

/** One SQL statement whose values were all written by `quoteSql`. */
export type Sql = string & { readonly [quoted]: true }

type SqlValue = string | number | null

// No control characters but line feeds: a NUL ends SQLite's text, and wrangler rewrites CR LF.
const valueSchema = v.union([
  v.null(),
  v.pipe(v.number(), v.safeInteger()),
  v.pipe(v.string(), v.regex(/^(?:\n|[^\p{Cc}\p{Cs}])*$/u)),
])

/** A value as an SQL literal. Throws for other control characters than line feeds, and for fractions. */
export function quoteSql(value: SqlValue): string {
  const checked = v.parse(valueSchema, value)
  return typeof checked === 'string' ? `'${checked.replaceAll("'", "''")}'` : String(checked)
}

/** Writes a statement with its values as literals: `wrangler d1 execute` takes no parameters. */
export function sql(text: TemplateStringsArray, ...values: SqlValue[]): Sql {
  return String.raw({ raw: text }, ...values.map(quoteSql)) as Sql
}

/** Runs wrangler with these arguments. */
type RunWrangler = (args: string[]) => Promise<Outcome>

/** The D1 below a folder of this machine, or the deployed one that a configuration names. */
export type Place = { stateDir: string } | { deployedBy: string }

export type Row = Record<string, unknown>

/** The output of `wrangler d1 execute --command --json`, local and remote. `meta` differs and is ignored. */
const answersSchema = v.array(
  v.object({ success: v.literal(true), results: v.array(v.record(v.string(), v.unknown())) }),
)
const failureSchema = v.object({
  error: v.object({ text: v.string(), notes: v.optional(v.array(v.object({ text: v.string() }))) }),
})

/**
 * Runs statements as one batch, and returns the rows of each. A running server sees the change at once.
 * The SQL is a `--command`: `--file` would be an import, which blocks the deployed database and answers
 * one row of totals.
 */
export async function runSql(
  place: Place,
  statements: readonly Sql[],
  runWrangler: RunWrangler = (args) => runTool('wrangler', args),
): Promise<Row[][]> {
  const isDeployed = 'deployedBy' in place
  const where = isDeployed
    ? ['--remote', `--config=${place.deployedBy}`]
    : ['--local', `--persist-to=${place.stateDir}`, CONFIG_ARGUMENT]
  const what = `SQL on the ${isDeployed ? 'deployed' : 'local'} database`
  const { code, output, stdout } = await runWrangler([
    'd1',
    'execute',
    DATABASE,
    ...where,
    '--json',
    '--yes',
    `--command=${statements.join(';\n')}`,
  ])
  const printed = readJson(stdout)
  if (code !== 0) throw toUserError(what, describeFailure(printed) ?? output)
  const answers = v.safeParse(answersSchema, printed)
  if (!answers.success || answers.output.length !== statements.length) {
    throw new UserError(`${what}: wrangler's answer is none to ${statements.length} statements:
${output.trim()}`)
  }
  return answers.output.map(({ results }) => results)
}

/** Reads rows by a schema. */
export function readRows<Output>(
  schema: v.GenericSchema<unknown, Output>,
  rows: readonly Row[] | undefined,
): Output[] {
  const read = v.safeParse(v.array(schema), rows)
  if (!read.success) {
    throw new UserError(`The database answered rows of another form: ${JSON.stringify(rows)}`)
  }
  return read.output
}

/** Behind a proxy wrangler prints a line about it before the JSON. */
function readJson(stdout: string): unknown {
  try {
    return JSON.parse(stdout.slice(Math.max(0, stdout.search(/^[[{]/m))))
  } catch {
    return undefined
  }
}

function describeFailure(printed: unknown): string | undefined {
  const failure = v.safeParse(failureSchema, printed)
  if (!failure.success) return undefined
  const { text, notes = [] } = failure.output.error
  return [text, ...notes.map((note) => note.text)].join('\n')
}

/** Brings the local D1 under `stateDir` to the newest migration. The server must not be running. */
export async function migrateLocalDatabase(stateDir: string): Promise<void> {
  mkdirSync(stateDir, { recursive: true })
  // Other accounts on this machine must not read people and messages.
  chmodSync(stateDir, 0o700)
  if (!existsSync(`${stateDir}/v3/d1`)) return runLocalSql(stateDir, joinMigrations())
  const { code, output } = await runTool('wrangler', [
    'd1',
    'migrations',
    'apply',
    DATABASE,
    '--local',
    CONFIG_ARGUMENT,
    `--persist-to=${stateDir}`,
  ])
  if (code !== 0) throw toUserError('Migrating the local database', output)
}

/** All at once, and noted as applied: wrangler starts a runtime for each, which takes ten seconds. */
function joinMigrations(): string {
  const files = globSync('*.sql', { cwd: inRoot('migrations') }).sort()
  const applied = files.map(
    (name) => `${readFileSync(inRoot(`migrations/${name}`), 'utf8')}
INSERT INTO d1_migrations (name) VALUES ('${name}');`,
  )
  return `CREATE TABLE d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);
${applied.join('\n')}`
}

/** Fills the local D1 under `stateDir`. From a file, because a command line holds too little for seeds. */
export async function runLocalSql(stateDir: string, text: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-sql-'))
  try {
    const file = join(folder, 'statements.sql')
    writeFileSync(file, text, { mode: 0o600 })
    const { code, output } = await runTool('wrangler', [
      'd1',
      'execute',
      DATABASE,
      '--local',
      CONFIG_ARGUMENT,
      `--persist-to=${stateDir}`,
      `--file=${file}`,
      '--yes',
    ])
    if (code !== 0) throw toUserError('Writing to the local database', output)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
