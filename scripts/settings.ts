import { mkdirSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { experimental_readRawConfig } from 'wrangler'
import { inRoot, LOCAL_DIR, PRODUCTION } from './paths.ts'
import { UserError } from './user-error.ts'

/** Two environments of an account never share a counter of a rate limit. */
const NAMESPACES_APART = 10_000

const JURISDICTIONS = ['eu', 'fedramp', 'us']

const varsSchema = v.record(v.string(), v.string())
const routesSchema = v.array(v.union([v.string(), v.looseObject({ pattern: v.string() })]))

/** What a deploy reads of wrangler.toml, or of what a build makes of it. The rest goes through. */
const configSchema = v.looseObject({
  name: v.string(),
  vars: varsSchema,
  d1_databases: v.tuple([
    v.looseObject({ database_name: v.string(), database_id: v.optional(v.string()) }),
  ]),
  r2_buckets: v.tuple([v.looseObject({ bucket_name: v.string() })]),
  analytics_engine_datasets: v.tuple([v.looseObject({ dataset: v.string() })]),
  ratelimits: v.array(v.looseObject({ namespace_id: v.string() })),
  secrets: v.object({ required: v.array(v.string()) }),
  routes: v.optional(routesSchema),
})
export type Config = v.InferOutput<typeof configSchema>

const ownSchema = v.strictObject({ vars: v.optional(varsSchema), routes: v.optional(routesSchema) })
type Own = v.InferOutput<typeof ownSchema>

/** Production is wrangler.toml itself, every other environment a copy with names of its own. */
export interface Settings {
  environment: string
  own: Own
  /** wrangler.toml with them. */
  config: Config
}

/** Throws a UserError for a name that no Worker may have, and for a configuration of another form. */
export function readSettings(environment: string): Settings {
  if (!/^[a-z][a-z0-9-]{0,20}$/.test(environment)) {
    throw new UserError(
      `"${environment}" cannot name an environment: small letters, digits, dashes.`,
    )
  }
  const { rawConfig } = experimental_readRawConfig({ config: inRoot('wrangler.toml') })
  const own = readAs(ownSchema, rawConfig.env?.[environment] ?? {}, `[env.${environment}]`)
  const settings = { environment, own }
  return { ...settings, config: toConfig(rawConfig, settings) }
}

/** PLACE, as the API takes it. Throws a UserError where it is empty. */
export function readPlace({ PLACE }: Record<string, string>): {
  locationHint?: string
  jurisdiction?: string
} {
  if (!PLACE) throw new UserError('wrangler.toml says no PLACE, such as "enam".')
  return JURISDICTIONS.includes(PLACE) ? { jurisdiction: PLACE } : { locationHint: PLACE }
}

/** A configuration for commands on the environment's database. Returns the file's path. */
export function writeDatabaseConfig({ environment, config }: Settings): string {
  const { name, compatibility_date, d1_databases } = config
  mkdirSync(LOCAL_DIR, { recursive: true })
  const file = `${LOCAL_DIR}/${environment}.json`
  writeFileSync(file, JSON.stringify({ name, compatibility_date, d1_databases }))
  return file
}

/** `config`, which is production's, for the environment of `settings`. */
export function toConfig(
  config: unknown,
  { environment, own }: Pick<Settings, 'environment' | 'own'>,
): Config {
  const { env: _, ...all } = readAs(configSchema, config, 'wrangler.toml')
  if (environment === PRODUCTION) return all
  const { routes: __, ...top } = all
  const [{ database_id: ___, ...database }] = top.d1_databases
  const [bucket] = top.r2_buckets
  const [causes] = top.analytics_engine_datasets
  return {
    ...top,
    ...(own.routes && { routes: own.routes }),
    name: `${top.name}-${environment}`,
    vars: { ...top.vars, PUBLIC_URL: '', ...own.vars },
    d1_databases: [{ ...database, database_name: `${database.database_name}-${environment}` }],
    r2_buckets: [{ ...bucket, bucket_name: `${bucket.bucket_name}-${environment}` }],
    analytics_engine_datasets: [
      { ...causes, dataset: `${causes.dataset}_${environment.replaceAll('-', '_')}` },
    ],
    ratelimits: top.ratelimits.map((limit) => ({
      ...limit,
      namespace_id: String(Number(limit.namespace_id) + NAMESPACES_APART),
    })),
  }
}

function readAs<Output>(
  schema: v.GenericSchema<unknown, Output>,
  value: unknown,
  what: string,
): Output {
  const read = v.safeParse(schema, value)
  if (read.success) return read.output
  const [issue] = read.issues
  throw new UserError(
    `${what} is not as a deploy needs it: ${v.getDotPath(issue) ?? ''} ${issue.message}`,
  )
}
