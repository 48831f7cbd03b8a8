import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { experimental_readRawConfig } from 'wrangler'
import { toDocument } from '#contract/document.ts'
import { toEmail } from '#contract/email.ts'
import { inRoot, LOCAL_DIR, PRODUCTION } from '../paths.ts'
import { UserError } from '../user-error.ts'

/** Two environments of an account never share a counter of a rate limit. */
const NAMESPACES_APART = 10_000

/** Those that D1, R2 and the objects share. */
const PLACES = ['wnam', 'enam', 'weur', 'eeur', 'apac', 'oc']
const JURISDICTIONS = ['eu', 'us', 'fedramp']

/** The bucket's rules, in days. They take what a fault left. */
export const ERASED_AFTER_DAYS = { 'profiles/': 1, 'reports/': 90 }

const CNPJ_CHARACTERS = 14
const isCnpj = (text: string): boolean => toDocument(text)?.length === CNPJ_CHARACTERS

const CONTACT = 'it is an email address, or the address of a page with https:// in front.'
const isContact = (text: string): boolean =>
  /^https:\/\/[^\s]+\.[^\s]+$/.test(text) || toEmail(text) === text.toLowerCase()

/** The format of each variable that is checked, if it is set. */
const FORMS: Record<string, [fits: (text: string) => boolean, otherwise: string]> = {
  PLACE: [
    (text) => [...PLACES, ...JURISDICTIONS].includes(text),
    `it is a place (${PLACES.join(', ')}) or a jurisdiction (${JURISDICTIONS.join(', ')}).`,
  ],
  OPERATOR_CNPJ: [isCnpj, 'it is no CNPJ: look at its digits.'],
  OPERATOR_CONTACT: [isContact, CONTACT],
  PRIVACY_CONTACT: [isContact, CONTACT],
  SECURITY_CONTACT: [isContact, CONTACT],
}

const varsSchema = v.record(v.string(), v.string())
const routesSchema = v.array(v.union([v.string(), v.looseObject({ pattern: v.string() })]))

/** The part of wrangler.toml, or of the built configuration, that a deploy reads. Other keys pass through. */
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

/** Production is wrangler.toml itself. Every other environment copies it, with its own names and file. */
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
  if (rawConfig.env) {
    throw new UserError(
      'wrangler.toml has [env.…]: what is of another environment stands in a file of its own, such as wrangler.staging.toml.',
    )
  }
  const settings = { environment, own: readOwn(environment) }
  return { ...settings, config: toConfig(rawConfig, settings) }
}

/** A separate file, because an [env.…] in wrangler.toml would make each binding's type optional. */
function readOwn(environment: string): Own {
  const name = `wrangler.${environment}.toml`
  if (environment === PRODUCTION || !existsSync(inRoot(name))) return {}
  return readAs(ownSchema, experimental_readRawConfig({ config: inRoot(name) }).rawConfig, name)
}

/** PLACE in the form of the API. Throws a UserError if it is empty. */
export function readPlace({ PLACE }: Record<string, string>): {
  locationHint?: string
  jurisdiction?: string
} {
  if (!PLACE) throw new UserError('wrangler.toml says no PLACE, such as "enam".')
  return JURISDICTIONS.includes(PLACE) ? { jurisdiction: PLACE } : { locationHint: PLACE }
}

/** Throws a UserError that names each variable whose value is of no use. An empty one is none. */
export function refuseWrongVars(vars: Record<string, string>): void {
  const wrong = Object.entries(FORMS).flatMap(([name, [fits, otherwise]]) => {
    const text = vars[name]
    return text && !fits(text) ? [`${name} is "${text}": ${otherwise}`] : []
  })
  if (wrong.length > 0) throw new UserError(`In wrangler.toml:\n${wrong.join('\n')}`)
}

/** A site's origin. Throws a UserError where `text`, which `what` names, is no whole address. */
export function readSiteAddress(text: string, what: string): string {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin
  throw new UserError(
    `${what} is "${text}": it is a whole address, such as https://brinde.example.`,
  )
}

/** PUBLIC_URL's origin; undefined if it is empty. Throws a UserError if browsers would give it no camera. */
export function readOwnAddress({ PUBLIC_URL }: Record<string, string>): string | undefined {
  if (!PUBLIC_URL) return undefined
  const origin = readSiteAddress(PUBLIC_URL, 'PUBLIC_URL')
  if (origin.startsWith('https:')) return origin
  throw new UserError(`PUBLIC_URL is "${PUBLIC_URL}": it begins with https://.`)
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
  const all = readAs(configSchema, config, 'wrangler.toml')
  if (environment === PRODUCTION) return all
  const { routes: _, ...top } = all
  const [{ database_id: __, ...database }] = top.d1_databases
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
