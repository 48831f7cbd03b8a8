import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import * as v from 'valibot'
import { inRoot, PRODUCTION } from '../paths.ts'
import { readArguments, runScript, UserError } from '../user-error.ts'
import { CloudApi, readToken } from './cloud-api.ts'
import { readPlace, readSettings } from './settings.ts'

/**
 * Parents before their children. Never what lets somebody in (sessions, links, invitations), and nothing of a
 * patron, because D1 holds nothing of one.
 */
const TABLES = [
  'bars',
  'bar_hours',
  'accounts',
  'memberships',
  'passkeys',
  'admin_acts',
  'reports',
] as const

const PAGE_ROWS = 500
const MANIFEST = 'backup.json'
const MEDIA = 'media'

const USAGE = `npm run backup [-- FOLDER] [--env NAME]       copies bars, accounts, numbers, acts and pictures of bars
npm run restore -- FOLDER [--env NAME]        puts a copy into a deployment that has no bar and no account yet`

const rowSchema = v.record(v.string(), v.union([v.null(), v.number(), v.string()]))
type Row = v.InferOutput<typeof rowSchema>

const manifestSchema = v.object({ migrations: v.array(v.string()), madeAt: v.string() })

/** A bar's pictures, as its row names them. */
const picturesSchema = v.object({
  logo_url: v.nullable(v.string()),
  cover_url: v.nullable(v.string()),
  photos_url: v.nullable(v.pipe(v.string(), v.parseJson(), v.array(v.string()))),
})

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** One deployment's database and bucket. */
class Deployment {
  readonly #cloud: CloudApi
  readonly #databaseId: string
  readonly #bucket: string
  readonly #jurisdiction: string | undefined

  private constructor(cloud: CloudApi, databaseId: string, bucket: string, jurisdiction?: string) {
    this.#cloud = cloud
    this.#databaseId = databaseId
    this.#bucket = bucket
    this.#jurisdiction = jurisdiction
  }

  /** Throws a UserError where nothing is deployed. */
  static async find(environment: string): Promise<Deployment> {
    const { config } = readSettings(environment)
    const [database] = config.d1_databases
    const cloud = new CloudApi(await readToken())
    await cloud.chooseAccount()
    const id = database.database_id ?? (await cloud.findDatabase(database.database_name))
    if (!id)
      throw new UserError(
        `There is no database ${database.database_name} in this account. Run \`npm run deploy${environment === PRODUCTION ? '' : ` -- --env ${environment}`}\` first.`,
      )
    const { jurisdiction } = readPlace(config.vars)
    return new Deployment(cloud, id, config.r2_buckets[0].bucket_name, jurisdiction)
  }

  async query(sql: string, params: string[] = []): Promise<Row[]> {
    return v.parse(v.array(rowSchema), await this.#cloud.query(this.#databaseId, sql, params))
  }

  async readMigrations(): Promise<string[]> {
    const rows = await this.query('SELECT name FROM d1_migrations ORDER BY id')
    return rows.map(({ name }) => String(name))
  }

  readObject(key: string): Promise<Uint8Array | null> {
    return this.#cloud.readObject(this.#bucket, key, this.#jurisdiction)
  }

  writeObject(key: string, bytes: Uint8Array): Promise<void> {
    return this.#cloud.writeObject(this.#bucket, key, bytes, this.#jurisdiction)
  }
}

/** Copies a deployment into a folder, which must not exist. Returns the folder. */
export async function backUp(args: string[]): Promise<string> {
  const madeAt = new Date().toISOString()
  const { environment, folder = inRoot(`backups/${madeAt.replaceAll(/[:.]/g, '-')}`) } =
    readWords(args)
  if (existsSync(folder)) throw new UserError(`${folder} is there already. Name a new folder.`)
  const deployment = await Deployment.find(environment)
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(folder, { mode: 0o700 })
  for (const table of TABLES) {
    const rows = await readTable(deployment, table)
    writeFileSync(join(folder, `${table}.json`), JSON.stringify(rows), { mode: 0o600 })
    say(`${table}: ${rows.length}`)
    if (table === 'bars') await copyPictures(deployment, rows, folder)
  }
  // Last: a folder without it is no backup.
  const manifest = { migrations: await deployment.readMigrations(), madeAt }
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest))
  say(`Copied to ${folder}. It holds phones and documents of bars: keep it locked away.`)
  return folder
}

async function readTable(deployment: Deployment, table: string): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    // In the order of the clustered key or the row id: no act comes before one that was read.
    const page = await deployment.query(
      `SELECT * FROM ${table} LIMIT ${PAGE_ROWS} OFFSET ${rows.length}`,
    )
    rows.push(...page)
    if (page.length < PAGE_ROWS) return rows
  }
}

async function copyPictures(deployment: Deployment, bars: Row[], folder: string): Promise<void> {
  const keys = bars.flatMap((bar) => {
    const { logo_url: logo, cover_url: cover, photos_url: photos } = v.parse(picturesSchema, bar)
    return [logo, cover, ...(photos ?? [])].flatMap((path) => path?.replace(/^\/media\//, '') ?? [])
  })
  for (const key of keys) {
    const bytes = await deployment.readObject(key)
    if (!bytes) {
      say(`  ${key} is missing.`)
      continue
    }
    const file = join(folder, MEDIA, key)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  say(`pictures: ${keys.length}`)
}

/** Puts a copy into an empty deployment, and goes on where an earlier run broke off. */
export async function restore(args: string[]): Promise<void> {
  const { environment, folder } = readWords(args)
  if (!folder) throw new UserError(USAGE)
  const manifest = v.parse(manifestSchema, JSON.parse(readFile(join(folder, MANIFEST))))
  const deployment = await Deployment.find(environment)
  const known = await deployment.readMigrations()
  const unknown = manifest.migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new UserError(
      `The copy is of a newer version (${unknown.join(', ')}). Deploy that one first.`,
    )
  }
  const tables = TABLES.map((table) => [table, readRows(folder, table)] as const)
  await refuseStrangers(deployment, new Map(tables))
  for (const file of listFiles(join(folder, MEDIA))) {
    await deployment.writeObject(relative(join(folder, MEDIA), file), readFileSync(file))
  }
  for (const [table, rows] of tables) {
    await writeTable(deployment, table, rows)
    say(`${table}: ${rows.length}`)
  }
  say(`Restored. Passwords work where PASSWORD_PEPPER is the one of then; else \`npm run admin -- password EMAIL --remote\` makes links.
Passkeys work where the host is the same. Nobody is signed in.`)
}

/** A run that broke off is repeated; what is not of the copy is never mixed with it. */
async function refuseStrangers(
  deployment: Deployment,
  tables: ReadonlyMap<string, Row[]>,
): Promise<void> {
  for (const table of ['bars', 'accounts'] as const) {
    const copied = new Set(tables.get(table)?.map(({ id }) => id))
    const present = await deployment.query(`SELECT id FROM ${table}`)
    if (present.every(({ id }) => copied.has(id ?? null))) continue
    throw new UserError(
      `This deployment has ${table} that the copy does not know. A copy goes into an empty one alone.
An account that was made since goes with \`npm run admin -- remove EMAIL\` and --remote or --env NAME.`,
    )
  }
}

function readRows(folder: string, table: string): Row[] {
  return v.parse(v.array(rowSchema), JSON.parse(readFile(join(folder, `${table}.json`))))
}

async function writeTable(deployment: Deployment, table: string, rows: Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += PAGE_ROWS) {
    const page = rows.slice(start, start + PAGE_ROWS)
    const columns = Object.keys(page[0] ?? {})
    const values = columns.map((name) => `json_extract(value, '$.${name}')`)
    await deployment.query(
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')}
        FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`,
      [JSON.stringify(page)],
    )
  }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
  } catch {
    return []
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new UserError(`${path} cannot be read: this folder is no whole backup.`)
  }
}

function readWords(args: string[]): { environment: string; folder: string | undefined } {
  const options = { env: { type: 'string', default: PRODUCTION } } as const
  const { values, positionals } = readArguments({ args, options, allowPositionals: true }, USAGE)
  return { environment: values.env, folder: positionals[0] }
}

if (import.meta.main) {
  const [command, ...args] = process.argv.slice(2)
  await runScript(async () => {
    if (command === 'restore') return restore(args)
    await backUp(args)
  })
}
