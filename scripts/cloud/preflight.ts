import { UserError } from '../user-error.ts'
import { CloudApi, CloudError, readToken } from './cloud-api.ts'
import type { Config, Settings } from './settings.ts'
import { ERASED_AFTER_DAYS, readPlace } from './settings.ts'

/** Cloudflare's code for an account that has not enabled R2. */
const R2_NOT_ENABLED = 10_042

/** Runs every check. Returns the sentences of those that throw a UserError. */
export async function collectFailures(checks: readonly (() => unknown)[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(checks.map(async (check) => check()))
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return []
    if (outcome.reason instanceof UserError) return [outcome.reason.message]
    throw outcome.reason
  })
}

/** One error that lists every failure. */
export function toRefusal(failures: readonly string[]): UserError {
  if (failures.length === 1) return new UserError(failures.join())
  const list = failures.map((failure) => `- ${failure.replaceAll('\n', '\n  ')}`)
  return new UserError(`Nothing has been built or changed. ${failures.length} things are missing:
${list.join('\n')}`)
}

interface CheckedAccount {
  cloud: CloudApi
  name: string
  /** Says what no question could settle. Null if everything is known. */
  doubt: string | null
}

/**
 * Opens the token's account and asks it for everything that would stop the deploy later. Throws a UserError that
 * lists everything that is missing, after the failures that the caller already knows.
 */
export async function openAccount(
  settings: Settings,
  known: readonly string[],
): Promise<CheckedAccount> {
  const { config } = settings
  const { cloud, name } = await chooseAccount(config.vars, known)
  const missing = await collectFailures([
    () => requireWorkers(cloud, config),
    () => requireDatabases(cloud, config),
    () => requireBuckets(cloud, config),
    () => requireSubdomain(cloud, config),
    () => requireSecrets(cloud, config),
  ])
  const doubt = await doubtAnalytics(cloud, config)
  const failures = [...known, ...missing]
  if (failures.length > 0) throw toRefusal(doubt ? [...failures, doubt] : failures)
  return { cloud, name, doubt }
}

async function chooseAccount(vars: Config['vars'], known: readonly string[]) {
  try {
    // A missing PLACE is among the known failures.
    const cloud = new CloudApi(
      await readToken(),
      vars.PLACE ? readPlace(vars).jurisdiction : undefined,
    )
    return { cloud, name: await cloud.chooseAccount() }
  } catch (error) {
    if (error instanceof UserError) throw toRefusal([...known, error.message])
    throw error
  }
}

async function requireWorkers(cloud: CloudApi, { name }: Config): Promise<void> {
  const mayUpload = await cloud.mayWrite(`/workers/scripts/${name}/assets-upload-session`)
  if (!mayUpload) throw lacksRight('Workers Scripts: Edit')
}

async function requireDatabases(cloud: CloudApi, config: Config): Promise<void> {
  if (!(await cloud.mayWrite('/d1/database'))) throw lacksRight('D1: Edit')
  const [{ database_id: id }] = config.d1_databases
  if (id === undefined || (await cloud.hasDatabase(id))) return
  throw new UserError(
    `wrangler.toml names the database ${id}, which the account does not have. Take the line database_id out, or deploy to the account that has it.`,
  )
}

/** Reading is enough where the bucket has its rules. */
async function requireBuckets(cloud: CloudApi, config: Config): Promise<void> {
  const [{ bucket_name: name }] = config.r2_buckets
  try {
    const isThere = await cloud.hasBucket(name)
    if (isThere && !(await cloud.lacksLifecycleRules(name, ERASED_AFTER_DAYS))) return
    if (await cloud.mayWrite('/r2/buckets')) return
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    if (error.codes.includes(R2_NOT_ENABLED)) {
      throw new UserError(
        `The account has no R2 yet, which keeps the pictures. Enable it once in the dashboard: ${cloud.toDashboard('r2/overview')}`,
      )
    }
    if (!error.isForbidden) throw error
  }
  throw lacksRight('Workers R2 Storage: Edit')
}

/** A Worker that has no route answers below workers.dev. */
async function requireSubdomain(cloud: CloudApi, { routes = [] }: Config): Promise<void> {
  if (routes.length > 0) return
  try {
    await cloud.findSubdomain()
  } catch (error) {
    // The token's right to Workers is asked for above.
    if (!(error instanceof CloudError && error.isForbidden)) throw error
  }
}

/** Workers Builds loses its disk with the build and shows its log, so no secret is made there. */
async function requireSecrets(cloud: CloudApi, { name, secrets }: Config): Promise<void> {
  if (!process.env.WORKERS_CI) return
  const stored = await cloud.listSecrets(name)
  const missing = secrets.required.filter((one) => !stored.includes(one))
  if (missing.length === 0) return
  throw new UserError(`The Worker lacks secrets: ${missing.join(', ')}.
Set them in the dashboard (the Worker, Settings, Variables and Secrets), each to another output of
  openssl rand -base64 32 | tr '+/' '-_' | tr -d '='
(VAPID_PRIVATE_KEY may be \`off\`), and retry the build. Where the database has accounts already, PASSWORD_PEPPER
is the one of before: with another no password is right.`)
}

/**
 * Only an upload says for certain whether Analytics Engine is enabled: the question wants a right that a deploy does
 * without, and is refused with 403 in both cases.
 */
async function doubtAnalytics(cloud: CloudApi, { name }: Config): Promise<string | null> {
  try {
    if (await cloud.hasAnalytics(name)) return null
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
  return `Analytics Engine may not be enabled: the account does not say. If it has never been used, enable it once in the dashboard: ${cloud.toDashboard('workers/analytics-engine')}`
}

const lacksRight = (right: string): UserError =>
  new UserError(
    `The token lacks the right "Account, ${right}". Add it to the token, or sign in again with \`npx wrangler login\`. docs/operations.md (The operator's token) lists all rights.`,
  )
