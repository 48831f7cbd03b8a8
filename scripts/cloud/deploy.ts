import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { PAGES } from '#contract/pages.ts'
import { noteDeployed } from '../build/source-maps.ts'
import { BEFORE_BUILD, buildApp } from '../build.ts'
import { makeSecret, whyUnusableAs } from '../local-secrets.ts'
import { BUILT_WORKER_CONFIG, BUILT_WORKER_DIR, inRoot, PRODUCTION } from '../paths.ts'
import { runTool } from '../run-tool.ts'
import { USAGE } from '../usage.ts'
import { readArguments, toUserError, UserError } from '../user-error.ts'
import { describeCheckout } from './checkout.ts'
import type { CloudApi } from './cloud-api.ts'
import { collectFailures, openAccount, toRefusal } from './preflight.ts'
import type { Config, Settings } from './settings.ts'
import {
  ERASED_AFTER_DAYS,
  readOwnAddress,
  readPlace,
  readSettings,
  readSiteAddress,
  refuseWrongVars,
  toConfig,
} from './settings.ts'
import { checkSite } from './smoke.ts'

const OPTIONS = {
  env: { type: 'string', default: PRODUCTION },
  'dry-run': { type: 'boolean', default: false },
  address: { type: 'string' },
} as const

/** The law wants them on the pages of a site that is open to everybody. */
const OPERATOR_VARS = ['OPERATOR_NAME', 'OPERATOR_CNPJ', 'PRIVACY_CONTACT', 'SECURITY_CONTACT']

const PEPPER = 'PASSWORD_PEPPER'
const SETUP_SECRET = 'SETUP_SECRET'
const SETUP_BYTES = 18
/** In Workers Builds, which loses its disk with the build and shows its log. */
const OWN_SETUP = `what you set as ${SETUP_SECRET}; without one, set it now, 16 characters or more`
const secretsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface DeployParts {
  beforeBuild: typeof BEFORE_BUILD
  build: typeof buildApp
  read: typeof readSettings
  patienceMs: number
}

/** Puts the checkout online. Each step finds what an earlier run has made; a second run changes nothing. */
export async function deploy(
  args: string[],
  {
    beforeBuild = BEFORE_BUILD,
    build = buildApp,
    read = readSettings,
    patienceMs,
  }: Partial<DeployParts> = {},
): Promise<void> {
  const { values } = readArguments({ args, options: OPTIONS }, USAGE.deploy)
  const settings = read(values.env)
  const { config } = settings
  say(
    `${config.name}: database ${config.d1_databases[0].database_name}, bucket ${config.r2_buckets[0].bucket_name}, ${settings.environment}.`,
  )
  const failures = await collectFailures([
    () => refuseUnnamed(settings),
    () => refuseWrongVars(config.vars),
    () => readPlace(config.vars),
    () => readOwnAddress(config.vars),
    () => readGivenAddress(values.address),
    () => readKeptSecrets(settings),
    ...beforeBuild,
  ])

  if (values['dry-run']) {
    if (failures.length > 0) throw toRefusal(failures)
    say('Building.')
    await build()
    return rehearse(settings)
  }

  // Before the build, which takes its time.
  const { cloud, name, doubt } = await openAccount(settings, failures)
  say(`Account: ${name}.`)
  if (doubt) say(doubt)
  say('Building.')
  await build()
  const databaseId = await prepareDatabase(cloud, config)
  await prepareBucket(cloud, config)
  const file = writeConfig(settings, databaseId)

  say('Migrating the database.')
  const migrate = ['d1', 'migrations', 'apply', 'DB', '--remote', `--config=${file}`]
  await wrangle('The migration', migrate, cloud.toolEnv)
  const secrets = await prepareSecrets(cloud, settings, databaseId)

  const isFirst = !(await cloud.hasWorker(config.name))
  say('Deploying.')
  await uploadWorker(cloud, file, secrets.added)
  noteDeployed()
  // Before the check: a failed one ends the run.
  if (secrets.file) {
    say(`Its secrets are in ${secrets.file}. Put them into a password manager, then delete the file:
they cannot be read back.`)
  }
  const address =
    readGivenAddress(values.address) ??
    readOwnAddress(config.vars) ??
    (await findAddress(cloud, config))
  if (secrets.toSetUp) {
    say(`There is no account yet. Make the first one:
  ${address}${PAGES.adminLogin}
  setup secret: ${secrets.toSetUp}`)
  }
  say(`Asking ${address} whether it works. A new address may take some minutes.`)
  const productName = config.vars.PRODUCT_NAME ?? ''
  const site = { address, productName, worker: config.name, isFirst }
  for (const line of await checkSite(site, patienceMs)) say(`  ${line}`)

  say(`Online: ${address}`)
}

const readGivenAddress = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : readSiteAddress(address, '--address')

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
    const args = ['deploy', '--dry-run', `--outdir=${outDir}`, `--config=${file}`]
    say((await wrangle('The dry run', args)).trim())
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
  const place = locationHint ? { primary_location_hint: locationHint } : { jurisdiction }
  say(`Making the database ${name} in ${vars.PLACE}. Its place is fixed from now on.`)
  return cloud.makeDatabase(name, place)
}

async function prepareBucket(
  cloud: CloudApi,
  { vars, r2_buckets: [bucket] }: Config,
): Promise<void> {
  const { bucket_name: name } = bucket
  if (!(await cloud.hasBucket(name))) {
    say(`Making the bucket ${name} in ${vars.PLACE}.`)
    await cloud.makeBucket(name, readPlace(vars).locationHint)
  }
  const added = await cloud.addLifecycleRules(name, ERASED_AFTER_DAYS)
  for (const prefix of added) say(`The bucket erases what is in ${prefix} after a time.`)
}

/** Writes into a folder beside the built Worker's, so that relative paths stay right. Returns the file's path. */
function writeConfig(settings: Settings, databaseId: string | undefined): string {
  const built = toConfig(JSON.parse(readFileSync(BUILT_WORKER_CONFIG, 'utf8')), settings)
  const [[database], [bucket]] = [built.d1_databases, built.r2_buckets]
  const { jurisdiction } = readPlace(built.vars)
  const config = {
    ...built,
    main: `${BUILT_WORKER_DIR}/index.js`,
    d1_databases: [{ ...database, ...(databaseId && { database_id: databaseId }) }],
    r2_buckets: [{ ...bucket, ...(jurisdiction && { jurisdiction }) }],
  }
  const folder = inRoot('dist/deploy')
  mkdirSync(folder, { recursive: true })
  const file = `${folder}/${settings.environment}.json`
  writeFileSync(file, JSON.stringify(config))
  return file
}

const toSecretsFile = ({ environment }: Settings): string => inRoot(`.secrets-${environment}.json`)

/** Reads the secrets that an earlier run or the operator saved, whose file nobody else may read. No error quotes them. */
function readKeptSecrets(settings: Settings): Record<string, string> {
  const file = toSecretsFile(settings)
  if (!existsSync(file)) return {}
  chmodSync(file, 0o600)
  const kept = v.safeParse(secretsSchema, readFileSync(file, 'utf8'))
  if (!kept.success) {
    throw new UserError(
      `${file} is not as a deploy reads it. It is JSON: {"PASSWORD_PEPPER": "..."}`,
    )
  }
  for (const name of settings.config.secrets.required) {
    const problem = kept.output[name] && whyUnusableAs(name, kept.output[name])
    if (problem) throw new UserError(`${file}: ${name} is unusable. ${problem}`)
  }
  return kept.output
}

interface Secrets {
  added: Record<string, string>
  /** The file with the secrets, if any was made. */
  file: string | null
  /** The setup secret, or how to have one; null where there is an account. */
  toSetUp: string | null
}

/** Makes the secrets that the Worker lacks. They are written down first, so that a repeated run sends the same. */
async function prepareSecrets(
  cloud: CloudApi,
  settings: Settings,
  databaseId: string,
): Promise<Secrets> {
  const { config } = settings
  const kept = readKeptSecrets(settings)
  const stored = await cloud.listSecrets(config.name)
  const missing = config.secrets.required.filter((name) => !stored.includes(name))
  const isUnclaimed = (await cloud.query(databaseId, 'SELECT 1 FROM accounts LIMIT 1')).length === 0
  const file = toSecretsFile(settings)
  if (!isUnclaimed && missing.includes(PEPPER) && !kept[PEPPER]) throw lacksPepper(file)
  if (process.env.WORKERS_CI)
    return { added: {}, file: null, toSetUp: isUnclaimed ? OWN_SETUP : null }
  const wanted = isUnclaimed ? [...missing, SETUP_SECRET] : missing
  if (wanted.length === 0) return { added: {}, file: null, toSetUp: null }
  const added = Object.fromEntries(
    wanted.map((name) => [
      name,
      kept[name] ?? (name === SETUP_SECRET ? makeSecret(SETUP_BYTES) : makeSecret()),
    ]),
  )
  writeFileSync(file, `${JSON.stringify({ ...kept, ...added }, null, 2)}\n`, { mode: 0o600 })
  const made = missing.filter((name) => kept[name] === undefined)
  const taken = missing.filter((name) => kept[name] !== undefined)
  if (made.length > 0) say(`Making secrets: ${made.join(', ')}.`)
  if (taken.length > 0) say(`Taking from ${file}: ${taken.join(', ')}.`)
  return { added, file, toSetUp: isUnclaimed ? (added[SETUP_SECRET] ?? null) : null }
}

const lacksPepper = (file: string): UserError =>
  new UserError(`The database has accounts, but the Worker has no ${PEPPER}. With a new one no password is right.
Write the old one, as it was stored, into ${file}, and run the command again:
  {"${PEPPER}": "..."}
If it is lost, write the output of \`openssl rand -base64 32 | tr '+/' '-_' | tr -d '='\` there, with 2: before it.
Then everybody needs a link (\`npm run admin -- password\`).`)

async function uploadWorker(
  cloud: CloudApi,
  file: string,
  secrets: Record<string, string>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-secrets-'))
  try {
    const secretsFile = join(folder, 'secrets.json')
    writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 })
    const withSecrets = Object.keys(secrets).length > 0 ? [`--secrets-file=${secretsFile}`] : []
    const checkout = describeCheckout()
    const withMessage = checkout ? [`--message=${checkout}`] : []
    const args = ['deploy', `--config=${file}`, ...withSecrets, ...withMessage]
    await wrangle('The deploy', args, cloud.toolEnv)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function findAddress(cloud: CloudApi, { name, routes = [] }: Config): Promise<string> {
  const [route] = routes.map((one) => (typeof one === 'string' ? one : one.pattern))
  if (route) return `https://${route.replace(/\/.*$/, '')}`
  return `https://${name}.${await cloud.findSubdomain()}.workers.dev`
}

async function wrangle(
  what: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { code, output } = await runTool('wrangler', args, { env })
  if (code === 0) return output
  const again = 'Run the command again when that is mended: what is done stays done.'
  throw toUserError(what, `${output.trim()}\n${again}`)
}
