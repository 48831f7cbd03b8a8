import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { PAGES } from '#contract/paths.ts'
import { buildApp } from './build.ts'
import { CloudApi, readToken } from './cloud-api.ts'
import { makeSecret } from './local-secrets.ts'
import { BUILT_WORKER_CONFIG, inRoot, PRODUCTION } from './paths.ts'
import { runTool } from './run-tool.ts'
import type { Config, Settings } from './settings.ts'
import { readPlace, readSettings, toConfig } from './settings.ts'
import { checkSite } from './smoke.ts'
import { runScript, toUserError, UserError } from './user-error.ts'

const USAGE = `npm run deploy                      puts this checkout online
npm run deploy -- --env staging     beside it, with a Worker, database and bucket of its own
npm run deploy -- --dry-run         says what it would do, and uploads nothing
npm run deploy -- --address URL     where the site answers, if not where wrangler.toml says`

/** The bucket's rules, in days. They take what a fault left. */
const ERASED_AFTER_DAYS = { 'profiles/': 1, 'reports/': 90 }

/** The law wants them on the pages of a site that is open to everybody. */
const OPERATOR_VARS = ['OPERATOR_NAME', 'OPERATOR_CNPJ', 'PRIVACY_CONTACT', 'SECURITY_CONTACT']

const SETUP_SECRET = 'SETUP_SECRET'
const SETUP_BYTES = 18

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Puts the checkout online. Each step finds what an earlier run has made; a second run changes nothing. */
export async function deploy(
  args: string[],
  { build = buildApp, patienceMs }: { build?: typeof buildApp; patienceMs?: number } = {},
): Promise<void> {
  const { values } = readArguments(args)
  const settings = readSettings(values.env)
  const { config } = settings
  refuseUnnamed(settings)
  say(
    `${config.name}: database ${config.d1_databases[0].database_name}, bucket ${config.r2_buckets[0].bucket_name}, ${settings.environment}.`,
  )

  say('Building.')
  await build()
  if (values['dry-run']) return rehearse(settings)

  const cloud = new CloudApi(await readToken())
  say(`Account: ${await cloud.chooseAccount()}.`)
  const databaseId = await prepareDatabase(cloud, config)
  await prepareBucket(cloud, config)
  const file = writeConfig(settings, databaseId)

  say('Migrating the database.')
  await wrangle('The migration', [
    'd1',
    'migrations',
    'apply',
    'DB',
    '--remote',
    `--config=${file}`,
  ])
  const secrets = await prepareSecrets(cloud, settings, databaseId)

  say('Deploying.')
  await uploadWorker(file, secrets.added)
  const address = values.address ?? (await findAddress(cloud, config))
  say(`Asking ${address} whether it works.`)
  for (const line of await checkSite(address, config.vars.PRODUCT_NAME ?? '', patienceMs))
    say(`  ${line}`)

  if (secrets.file)
    say(
      `Its secrets are in ${secrets.file}. Put them into a password manager, then delete the file: they cannot be read back.`,
    )
  if (secrets.setupSecret) {
    say(
      `There is no account yet. Make the first one:\n  ${address}${PAGES.adminLogin}\n  setup secret: ${secrets.setupSecret}`,
    )
  }
  say(`Online: ${address}`)
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        env: { type: 'string', default: PRODUCTION },
        'dry-run': { type: 'boolean', default: false },
        address: { type: 'string' },
      },
    })
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

function refuseUnnamed({ environment, config }: Settings): void {
  const empty = OPERATOR_VARS.filter((name) => !config.vars[name]?.trim())
  if (environment !== PRODUCTION || empty.length === 0) return
  throw new UserError(`wrangler.toml does not say who is responsible: ${empty.join(', ')}.
They stand on the legal pages and in security.txt. \`-- --env staging\` goes without.`)
}

async function rehearse(settings: Settings): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), 'brinde-deploy-'))
  try {
    const file = writeConfig(settings, undefined)
    const output = await wrangle('The dry run', [
      'deploy',
      '--dry-run',
      `--outdir=${outDir}`,
      `--config=${file}`,
    ])
    say(output.trim())
    say(
      'Nothing was uploaded. A deploy also makes the database, the bucket with its rules and the secrets where they are missing, and migrates.',
    )
  } finally {
    rmSync(outDir, { recursive: true })
  }
}

async function prepareDatabase(
  cloud: CloudApi,
  { vars, d1_databases: [database] }: Config,
): Promise<string> {
  if (database.database_id) return database.database_id
  const { database_name: name } = database
  const found = await cloud.findDatabase(name)
  if (found) return found
  const { locationHint, jurisdiction } = readPlace(vars)
  say(`Making the database ${name} in ${vars.PLACE}. Its place is fixed from now on.`)
  return cloud.makeDatabase(
    name,
    locationHint ? { primary_location_hint: locationHint } : { jurisdiction },
  )
}

async function prepareBucket(
  cloud: CloudApi,
  { vars, r2_buckets: [bucket] }: Config,
): Promise<void> {
  const { bucket_name: name } = bucket
  const { locationHint, jurisdiction } = readPlace(vars)
  if (!(await cloud.hasBucket(name, jurisdiction))) {
    say(`Making the bucket ${name} in ${vars.PLACE}.`)
    await cloud.makeBucket(name, locationHint, jurisdiction)
  }
  const added = await cloud.addLifecycleRules(name, ERASED_AFTER_DAYS, jurisdiction)
  for (const prefix of added) say(`The bucket erases what is in ${prefix} after a time.`)
}

/** Beside the built Worker, because its paths are relative. Returns the file's path. */
function writeConfig(settings: Settings, databaseId: string | undefined): string {
  const built = toConfig(JSON.parse(readFileSync(BUILT_WORKER_CONFIG, 'utf8')), settings)
  const [database] = built.d1_databases
  const file = join(dirname(BUILT_WORKER_CONFIG), `${settings.environment}.json`)
  const [bucket] = built.r2_buckets
  const { jurisdiction } = readPlace(built.vars)
  const config = {
    ...built,
    d1_databases: [{ ...database, ...(databaseId && { database_id: databaseId }) }],
    r2_buckets: [{ ...bucket, ...(jurisdiction && { jurisdiction }) }],
  }
  writeFileSync(file, JSON.stringify(config))
  return file
}

interface Secrets {
  added: Record<string, string>
  /** Where they were written down, if any was made. */
  file: string | null
  setupSecret: string | null
}

/** Makes the secrets that the Worker lacks. They are written down first, so that a repeated run sends the same. */
async function prepareSecrets(
  cloud: CloudApi,
  { environment, config }: Settings,
  databaseId: string,
): Promise<Secrets> {
  const stored = await cloud.listSecrets(config.name)
  const missing = config.secrets.required.filter((name) => !stored.includes(name))
  const isUnclaimed = (await cloud.query(databaseId, 'SELECT 1 FROM accounts LIMIT 1')).length === 0
  const wanted = isUnclaimed ? [...missing, SETUP_SECRET] : missing
  if (wanted.length === 0) return { added: {}, file: null, setupSecret: null }
  const file = inRoot(`.secrets-${environment}.json`)
  const kept: Record<string, string> = existsSync(file)
    ? v.parse(v.record(v.string(), v.string()), JSON.parse(readFileSync(file, 'utf8')))
    : {}
  const added = Object.fromEntries(
    wanted.map((name) => [
      name,
      kept[name] ??
        (name === SETUP_SECRET ? randomBytes(SETUP_BYTES).toString('base64url') : makeSecret(name)),
    ]),
  )
  writeFileSync(file, `${JSON.stringify({ ...kept, ...added }, null, 2)}\n`, { mode: 0o600 })
  if (missing.length > 0) say(`Making secrets: ${missing.join(', ')}.`)
  return { added, file, setupSecret: isUnclaimed ? (added[SETUP_SECRET] ?? null) : null }
}

async function uploadWorker(file: string, secrets: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-secrets-'))
  try {
    const secretsFile = join(folder, 'secrets.json')
    writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 })
    const withSecrets = Object.keys(secrets).length > 0 ? [`--secrets-file=${secretsFile}`] : []
    await wrangle('The deploy', ['deploy', `--config=${file}`, ...withSecrets])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function findAddress(cloud: CloudApi, { name, vars, routes = [] }: Config): Promise<string> {
  if (vars.PUBLIC_URL) return vars.PUBLIC_URL.replace(/\/$/, '')
  const [route] = routes.map((one) => (typeof one === 'string' ? one : one.pattern))
  if (route) return `https://${route.replace(/\/.*$/, '')}`
  return `https://${name}.${await cloud.findSubdomain()}.workers.dev`
}

async function wrangle(what: string, args: string[]): Promise<string> {
  const { code, output } = await runTool('wrangler', args)
  if (code !== 0)
    throw toUserError(
      what,
      `${output.trim()}\nRun the command again when that is mended: what is done stays done.`,
    )
  return output
}

if (import.meta.main) await runScript(() => deploy(process.argv.slice(2)))
