import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { MEDIA_PREFIX } from '#contract/paths.ts'
import { isMediaKey, toPictureType } from '#worker/media/keys.ts'
import { inRoot, PRODUCTION } from '../paths.ts'
import { USAGE } from '../usage.ts'
import { readArguments, UserError } from '../user-error.ts'
import { CloudApi, readToken } from './cloud-api.ts'
import { readPlace, readSettings } from './settings.ts'

/**
 * The tables and their keys. Parents come before their children. Credentials (sessions, links, invitations)
 * are never copied. D1 holds no name, phone, picture or message of a patron.
 */
const KEYS = {
  bars: ['id'],
  bar_hours: ['bar_id', 'hour'],
  accounts: ['id'],
  memberships: ['account_id', 'bar_id'],
  passkeys: ['id'],
  admin_acts: ['at', 'id'],
  reports: ['id'],
} as const
type Table = keyof typeof KEYS
const TABLES = Object.keys(KEYS) as Table[]

/** The tables that no patron changes, in the order of a restore. */
const OF_THE_HOUSE = ['bars', 'accounts', 'memberships', 'passkeys'] as const

const PAGE_ROWS = 500
const MANIFEST = 'backup.json'
const MEDIA = 'media'

const ARGUMENTS = {
  options: { env: { type: 'string', default: PRODUCTION } },
  allowPositionals: true,
} as const

const rowSchema = v.record(v.string(), v.union([v.null(), v.number(), v.string()]))
type Row = v.InferOutput<typeof rowSchema>

const manifestSchema = v.object({
  migrations: v.array(v.string()),
  madeAt: v.string(),
  /** The Worker's name. */
  worker: v.string(),
})

/** A bar's pictures, as its row names them. */
const picturesSchema = v.object({
  logo_url: v.nullable(v.string()),
  cover_url: v.nullable(v.string()),
  photos_url: v.nullable(v.pipe(v.string(), v.parseJson(), v.array(v.string()))),
})

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** One deployment's database and bucket. */
interface Deployment {
  query: (sql: string, params?: string[]) => Promise<Row[]>
  /** Resolves with null if the object does not exist. */
  readObject: (key: string) => Promise<Uint8Array | null>
  writePicture: (key: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
}

/** Throws a UserError where nothing is deployed. */
async function findDeployment(environment: string): Promise<Deployment> {
  const { vars, d1_databases, r2_buckets } = readSettings(environment).config
  const [database, bucket] = [d1_databases[0], r2_buckets[0].bucket_name]
  const cloud = new CloudApi(await readToken(), readPlace(vars).jurisdiction)
  await cloud.chooseAccount()
  const id = database.database_id ?? (await cloud.findDatabase(database.database_name))
  if (!id) {
    const command = environment === PRODUCTION ? '' : ` -- --env ${environment}`
    throw new UserError(
      `There is no database ${database.database_name} in this account. Run \`npm run deploy${command}\` first.`,
    )
  }
  return {
    query: async (sql, params) => v.parse(v.array(rowSchema), await cloud.query(id, sql, params)),
    readObject: (key) => cloud.readObject(bucket, key),
    writePicture: (key, bytes) => cloud.writeObject(bucket, key, bytes, toPictureType(key)),
  }
}

async function readMigrations({ query }: Deployment): Promise<string[]> {
  const rows = await query('SELECT name FROM d1_migrations ORDER BY id')
  return rows.map(({ name }) => String(name))
}

/** Throws the usage for a second folder, which may have been meant as an environment. */
function readFolder(args: string[], usage: string) {
  const read = readArguments({ ...ARGUMENTS, args }, usage)
  if (read.positionals.length > 1) throw new UserError(usage)
  return read
}

/** Copies a deployment into a folder, and goes on where an earlier run broke off. Returns the folder. */
export async function backUp(args: string[]): Promise<string> {
  const madeAt = new Date().toISOString()
  const { values, positionals } = readFolder(args, USAGE.backup)
  const { name: worker } = readSettings(values.env).config
  const [folder = inRoot(`backups/${worker}-${madeAt.replaceAll(/[:.]/g, '-')}`)] = positionals
  refuseOtherFolder(folder)
  const deployment = await findDeployment(values.env)
  mkdirSync(dirname(folder), { recursive: true })
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  say(`Copying ${worker} …`)
  try {
    const bars = await copyRows(deployment, folder)
    // After the rows: these take minutes, in which a new bar and its people would be in some tables alone.
    await copyPictures(deployment, bars, folder)
    // Last: a folder without it is no backup.
    const manifest = { migrations: await readMigrations(deployment), madeAt, worker }
    writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest))
  } catch (error) {
    const where = values.env === PRODUCTION ? '' : ` --env ${values.env}`
    say(`Broken off. \`npm run backup -- ${folder}${where}\` goes on.`)
    throw error
  }
  say(`Copied to ${folder}. It holds phones and documents of bars: keep it locked away.`)
  return folder
}

/** Throws a UserError for a folder that holds anything but a copy that broke off. */
function refuseOtherFolder(folder: string): void {
  const begun = [...TABLES.map((table) => `${table}.json`), MEDIA]
  const isFree =
    !existsSync(folder) ||
    (statSync(folder).isDirectory() && readdirSync(folder).every((name) => begun.includes(name)))
  if (!isFree) throw new UserError(`${folder} is there already. Name a new folder.`)
}

/** Returns the rows of the bars. */
async function copyRows(deployment: Deployment, folder: string): Promise<Row[]> {
  let bars: Row[] = []
  for (const table of TABLES) {
    const rows = await readTable(deployment, table)
    writeFileSync(join(folder, `${table}.json`), JSON.stringify(rows), { mode: 0o600 })
    say(`${table}: ${rows.length}`)
    if (table === 'bars') bars = rows
  }
  return bars
}

/** Reads on from the last key: rows that are deleted meanwhile move no others past it. */
async function readTable(deployment: Deployment, table: Table): Promise<Row[]> {
  const keys = KEYS[table]
  const [columns, places] = [keys.join(), keys.map(() => '?').join()]
  const rows: Row[] = []
  for (;;) {
    const last = rows.at(-1)
    const page = await deployment.query(
      `SELECT * FROM ${table} ${last ? `WHERE (${columns}) > (${places})` : ''}
        ORDER BY ${columns} LIMIT ${PAGE_ROWS}`,
      last && keys.map((key) => String(last[key])),
    )
    rows.push(...page)
    if (page.length < PAGE_ROWS) return rows
  }
}

function listPictures(bars: Row[]): string[] {
  return bars.flatMap((bar) => {
    const { logo_url: logo, cover_url: cover, photos_url: photos } = v.parse(picturesSchema, bar)
    return [logo, cover, ...(photos ?? [])].flatMap((path) => (path === null ? [] : toKey(path)))
  })
}

/** A copy may have been changed. A path that is none of the site's could lead out of bucket or folder. */
function toKey(path: string): string {
  const key = path.startsWith(MEDIA_PREFIX) ? path.slice(MEDIA_PREFIX.length) : ''
  if (isMediaKey(key)) return key
  throw new UserError(
    `${JSON.stringify(path)} is no picture of a bar. Somebody has changed the data.`,
  )
}

/** A key is never used for another picture, so a file that is there is right. */
async function copyPictures(deployment: Deployment, bars: Row[], folder: string): Promise<void> {
  const keys = listPictures(bars)
  for (const key of keys) {
    const file = join(folder, MEDIA, key)
    if (existsSync(file)) continue
    const bytes = await deployment.readObject(key)
    if (!bytes) {
      say(`  ${key} is missing.`)
      continue
    }
    mkdirSync(dirname(file), { recursive: true })
    const begun = `${file}.part`
    writeFileSync(begun, bytes)
    renameSync(begun, file)
  }
  say(`pictures: ${keys.length}`)
}

/** Before their rows. Those that were missing in the copy stay missing. */
async function restorePictures(deployment: Deployment, bars: Row[], folder: string): Promise<void> {
  for (const key of listPictures(bars)) {
    const file = join(folder, MEDIA, key)
    if (existsSync(file)) await deployment.writePicture(key, readFileSync(file))
  }
}

/** Puts a copy into an empty deployment, and goes on where an earlier run broke off. */
export async function restore(args: string[]): Promise<void> {
  const { values, positionals } = readFolder(args, USAGE.restore)
  const [folder] = positionals
  if (!folder) throw new UserError(USAGE.restore)
  const manifest = v.parse(manifestSchema, JSON.parse(readFile(join(folder, MANIFEST))))
  const deployment = await findDeployment(values.env)
  const known = await readMigrations(deployment)
  const unknown = manifest.migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new UserError(
      `The copy is of a newer version (${unknown.join(', ')}). Deploy that one first.`,
    )
  }
  const tables = TABLES.map((table) => {
    const rows = JSON.parse(readFile(join(folder, `${table}.json`)))
    return [table, v.parse(v.array(rowSchema), rows)] as const
  })
  const where = values.env === PRODUCTION ? '--remote' : `--env ${values.env}`
  const use = await findUse(deployment, new Map(tables))
  if (use) {
    throw new UserError(
      `${use} A copy goes into an empty one alone: docs/operations.md (Backups) says how to make one.
An account that was made by mistake goes with \`npm run admin -- remove EMAIL ${where}\`.`,
    )
  }
  const { name: target } = readSettings(values.env).config
  say(`${folder} is a copy of ${manifest.worker}, made ${manifest.madeAt}. It goes into ${target}.`)
  for (const [table, rows] of tables) {
    if (table === 'bars') await restorePictures(deployment, rows, folder)
    await writeTable(deployment, table, rows)
    say(`${table}: ${rows.length}`)
  }
  say(`Restored. Passwords work where PASSWORD_PEPPER is the one of then; else \`npm run admin -- password EMAIL ${where}\` makes links.
Passkeys work where the host is the same. Nobody is signed in.`)
}

/**
 * Says how a deployment shows that it is in use: a restore would bring back what was removed from it. Returns null
 * for an empty one, and where an earlier run broke off: there is a beginning of the copy, in its order.
 */
async function findUse(
  deployment: Deployment,
  copy: ReadonlyMap<Table, Row[]>,
): Promise<string | null> {
  const copied = OF_THE_HOUSE.flatMap((table) =>
    (copy.get(table) ?? []).map((row) => ({ table, row })),
  )
  let count = 0
  for (const table of OF_THE_HOUSE) {
    for (const row of await readTable(deployment, table)) {
      const other = copied[count]
      if (other?.table !== table || !hasValuesOf(row, other.row))
        return `This deployment has ${table} that no broken-off restore of the copy leaves.`
      count += 1
    }
  }
  const sessions = await deployment.query('SELECT 1 FROM admin_sessions LIMIT 1')
  if (sessions.length > 0) return 'Somebody is signed in to this deployment.'
  // A restore writes acts after those tables. Failed sign-ins and reports of others may stand beside them.
  const last = count === copied.length ? copy.get('admin_acts')?.at(-1) : undefined
  const actors = await deployment.query(
    `SELECT DISTINCT account_id FROM admin_acts ${last ? 'WHERE (at, id) > (?, ?)' : ''}`,
    last && [String(last.at), String(last.id)],
  )
  const accounts = new Set(copy.get('accounts')?.map(({ id }) => id))
  if (!actors.some(({ account_id: id }) => accounts.has(id ?? null))) return null
  return 'Accounts of the copy have acted in this deployment.'
}

/** A newer table has more columns. */
const hasValuesOf = (row: Row, copied: Row): boolean =>
  Object.entries(copied).every(([name, value]) => row[name] === value)

/** Writes the columns that the deployed table has. Throws for another one: names become SQL. */
async function writeTable(deployment: Deployment, table: string, rows: Row[]): Promise<void> {
  const found = await deployment.query('SELECT name FROM pragma_table_info(?)', [table])
  const known = found.map(({ name }) => String(name))
  const named = new Set(rows.flatMap((row) => Object.keys(row)))
  const strange = [...named].filter((name) => !known.includes(name))
  if (strange.length > 0) {
    throw new UserError(
      `The copy of ${table} has columns that the table has not: ${strange.join(', ')}`,
    )
  }
  const columns = known.filter((name) => named.has(name))
  for (let start = 0; start < rows.length; start += PAGE_ROWS) {
    const page = rows.slice(start, start + PAGE_ROWS)
    const values = columns.map((name) => `json_extract(value, '$.${name}')`)
    await deployment.query(
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')}
        FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`,
      [JSON.stringify(page)],
    )
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UserError(
      code === 'ENOENT'
        ? `${path} is missing: this folder is no whole backup.`
        : `${path} cannot be read: ${message}.`,
    )
  }
}
