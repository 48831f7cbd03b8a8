import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { runTool } from '../run-tool.ts'
import { toReason, toUserError, UserError } from '../user-error.ts'

const TIMEOUT_MS = 30_000
/** Cloudflare takes 1,200 requests in five minutes (developers.cloudflare.com/fundamentals/api/reference/limits). */
const WAIT_SECONDS_MAX = 600
/** Limits the waits of one request. */
const WAITS_MAX = 3
const PAGE = 100
const DAY_SECONDS = 86_400

const answerSchema = v.object({
  success: v.boolean(),
  errors: v.optional(v.array(v.object({ code: v.number(), message: v.string() })), []),
  result: v.unknown(),
})

const accountSchema = v.object({ id: v.string(), name: v.string() })
const databaseSchema = v.object({ uuid: v.string(), name: v.string() })
const ruleSchema = v.looseObject({
  id: v.optional(v.string()),
  enabled: v.optional(v.boolean()),
  conditions: v.optional(v.object({ prefix: v.optional(v.string()) })),
  deleteObjectsTransition: v.optional(
    v.object({ condition: v.object({ type: v.string(), maxAge: v.optional(v.number()) }) }),
  ),
})

const rulesSchema = v.object({ rules: v.optional(v.array(ruleSchema)) })
const bindingsSchema = v.object({ bindings: v.array(v.looseObject({ type: v.string() })) })
const EMPTY_BODY = '{}'

/** A refused question. Its message says what to do. */
export class CloudError extends UserError {
  /** Whether the token lacks the permission. */
  readonly isForbidden: boolean
  readonly codes: readonly number[]

  constructor(message: string, status: number, codes: readonly number[]) {
    super(message)
    this.isForbidden = isForbidden(status)
    this.codes = codes
  }
}

const isForbidden = (status: number): boolean => status === 401 || status === 403

/** The account's API, as far as a deploy asks it. Methods throw a UserError that says what to do. */
export class CloudApi {
  readonly #token: string
  readonly #jurisdiction: string | undefined
  readonly #wait: (ms: number) => Promise<unknown>
  #base = process.env.CLOUDFLARE_API_BASE_URL ?? 'https://api.cloudflare.com/client/v4'
  #account = ''

  /** A bucket of a jurisdiction is another one than that of the same name outside of it. */
  constructor(
    token: string,
    jurisdiction?: string,
    wait: (ms: number) => Promise<unknown> = (ms) => sleep(ms),
  ) {
    this.#token = token
    this.#jurisdiction = jurisdiction
    this.#wait = wait
  }

  /** The one account of the token, or the one that CLOUDFLARE_ACCOUNT_ID names: all that follows is asked of it. Returns its name. */
  async chooseAccount(): Promise<string> {
    const wanted = process.env.CLOUDFLARE_ACCOUNT_ID
    const all = await this.#ask(v.array(accountSchema), 'GET', '/accounts?per_page=50')
    const fitting = wanted ? all.filter(({ id }) => id === wanted) : all
    const [account] = fitting
    if (!account || fitting.length > 1) {
      const known = all.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
      throw new UserError(
        all.length === 0
          ? 'The token belongs to no account. Make one as docs/operations.md says.'
          : `Which account? Set CLOUDFLARE_ACCOUNT_ID to one of these:\n${known}`,
      )
    }
    this.#base += `/accounts/${account.id}`
    this.#account = account.id
    return account.name
  }

  /** Tells wrangler which account was chosen: it would take the one that it remembers from an earlier run. */
  get toolEnv(): Record<string, string> {
    return { CLOUDFLARE_ACCOUNT_ID: this.#account }
  }

  /** A page of the account's dashboard. */
  toDashboard(page: string): string {
    return `https://dash.cloudflare.com/${this.#account}/${page}`
  }

  /**
   * Whether the token may write at this path. Cloudflare looks at the token before it looks at the body, and refuses
   * an empty one: nothing is made.
   */
  async mayWrite(path: string): Promise<boolean> {
    const response = await this.#fetch('POST', path, EMPTY_BODY)
    if (response.status >= 500 || response.status === 429) {
      throw toError(`POST ${path}`, response.status)
    }
    await response.arrayBuffer()
    return !isForbidden(response.status)
  }

  /** Resolves with null if no database has this name. */
  async findDatabase(name: string): Promise<string | null> {
    const query = `name=${encodeURIComponent(name)}&per_page=${PAGE}`
    const all = await this.#ask(v.array(databaseSchema), 'GET', `/d1/database?${query}`)
    return all.find((one) => one.name === name)?.uuid ?? null
  }

  async hasDatabase(id: string): Promise<boolean> {
    return (await this.#find(databaseSchema, `/d1/database/${id}`)) !== null
  }

  async makeDatabase(name: string, place: object): Promise<string> {
    return (await this.#ask(databaseSchema, 'POST', '/d1/database', { name, ...place })).uuid
  }

  async hasBucket(name: string): Promise<boolean> {
    return (await this.#find(v.object({ name: v.string() }), `/r2/buckets/${name}`)) !== null
  }

  async makeBucket(name: string, locationHint?: string): Promise<void> {
    const body = { name, ...(locationHint && { locationHint }) }
    await this.#ask(v.unknown(), 'POST', '/r2/buckets', body)
  }

  /** Adds the rules that the bucket lacks, and leaves every other one. Returns what it added. */
  async addLifecycleRules(bucket: string, wanted: Record<string, number>): Promise<string[]> {
    const { rules, missing } = await this.#compareRules(bucket, wanted)
    if (missing.length > 0) {
      const added = missing.map(([prefix, days]) => ({
        id: `erase-${prefix.replace('/', '')}`,
        enabled: true,
        conditions: { prefix },
        deleteObjectsTransition: { condition: { type: 'Age', maxAge: days * DAY_SECONDS } },
      }))
      const kept = rules.filter(({ id }) => !added.some((one) => one.id === id))
      await this.#ask(v.unknown(), 'PUT', toRulesPath(bucket), { rules: [...kept, ...added] })
    }
    return missing.map(([prefix]) => prefix)
  }

  async lacksLifecycleRules(bucket: string, wanted: Record<string, number>): Promise<boolean> {
    return (await this.#compareRules(bucket, wanted)).missing.length > 0
  }

  async #compareRules(bucket: string, wanted: Record<string, number>) {
    const { rules = [] } = await this.#ask(rulesSchema, 'GET', toRulesPath(bucket))
    const missing = Object.entries(wanted).filter(
      ([prefix, days]) =>
        !rules.some(
          (rule) =>
            rule.enabled === true &&
            rule.conditions?.prefix === prefix &&
            rule.deleteObjectsTransition?.condition.maxAge === days * DAY_SECONDS,
        ),
    )
    return { rules, missing }
  }

  async hasWorker(name: string): Promise<boolean> {
    return (await this.#find(v.unknown(), `/workers/scripts/${name}/secrets`)) !== null
  }

  /** Names alone: no secret can be read back. Empty where there is no such Worker yet. */
  async listSecrets(worker: string): Promise<string[]> {
    const schema = v.array(v.object({ name: v.string() }))
    const all = await this.#find(schema, `/workers/scripts/${worker}/secrets`)
    return all?.map(({ name }) => name) ?? []
  }

  /** The rows of one statement. */
  async query(databaseId: string, sql: string, params: string[] = []): Promise<unknown[]> {
    const schema = v.tuple([v.object({ results: v.array(v.unknown()) })])
    const path = `/d1/database/${databaseId}/query`
    const [{ results }] = await this.#ask(schema, 'POST', path, { sql, params })
    return results
  }

  /** Resolves with null if the object does not exist. */
  async readObject(bucket: string, key: string): Promise<Uint8Array | null> {
    const response = await this.#fetch('GET', toObjectPath(bucket, key))
    if (response.status === 404) return null
    if (!response.ok) throw toError(`GET ${key}`, response.status)
    return response.bytes().catch((error) => {
      throw toSilence(`GET ${key}`, error)
    })
  }

  /** R2 keeps the type, and the Worker serves no picture without it. */
  async writeObject(
    bucket: string,
    key: string,
    bytes: Uint8Array<ArrayBuffer>,
    type: string,
  ): Promise<void> {
    const response = await this.#fetch('PUT', toObjectPath(bucket, key), bytes, type)
    if (!response.ok) throw toError(`PUT ${key}`, response.status)
  }

  /** The account's part of its workers.dev addresses. */
  async findSubdomain(): Promise<string> {
    const schema = v.object({ subdomain: v.nullish(v.string()) })
    const found = await this.#find(schema, '/workers/subdomain')
    if (found?.subdomain) return found.subdomain
    throw new UserError(
      `The account has no workers.dev name yet. Choose one in the dashboard: ${this.toDashboard('workers/onboarding')}. Or set a route in wrangler.toml.`,
    )
  }

  /** Whether Analytics Engine is known to be enabled: a Worker of this name writes to it, or it answers a query. */
  async hasAnalytics(worker: string): Promise<boolean> {
    const path = `/workers/scripts/${worker}/settings`
    try {
      const found = await this.#find(bindingsSchema, path)
      if (found?.bindings.some(({ type }) => type === 'analytics_engine')) return true
    } catch (error) {
      if (!(error instanceof CloudError)) throw error
    }
    const answer = await this.#fetch('POST', '/analytics_engine/sql', 'SHOW TABLES')
    await answer.arrayBuffer()
    return answer.ok
  }

  async #ask<Output>(
    schema: v.GenericSchema<unknown, Output>,
    method: string,
    path: string,
    body?: object,
  ): Promise<Output> {
    const response = await this.#fetch(method, path, body && JSON.stringify(body))
    return readResult(schema, `${method} ${path}`, response)
  }

  /** Resolves with null on a 404. */
  async #find<Output>(
    schema: v.GenericSchema<unknown, Output>,
    path: string,
  ): Promise<Output | null> {
    const response = await this.#fetch('GET', path)
    return response.status === 404 ? null : readResult(schema, `GET ${path}`, response)
  }

  /** Asks again after a 429 that says how long to wait. */
  async #fetch(method: string, path: string, body?: BodyInit, type?: string): Promise<Response> {
    for (let waits = 0; ; waits += 1) {
      const response = await this.#send(method, path, body, type)
      const seconds = response.status === 429 ? Number(response.headers.get('retry-after')) : 0
      const isToWait = seconds > 0 && seconds <= WAIT_SECONDS_MAX && waits < WAITS_MAX
      if (!isToWait) return response
      await response.body?.cancel()
      process.stdout.write(`Cloudflare takes more requests in ${seconds} s. Waiting.\n`)
      await this.#wait(1_000 * seconds)
    }
  }

  async #send(
    method: string,
    path: string,
    body?: BodyInit,
    type = 'application/json',
  ): Promise<Response> {
    const isOfBucket = path.startsWith('/r2/')
    const headers = {
      authorization: `Bearer ${this.#token}`,
      'content-type': type,
      ...(this.#jurisdiction && isOfBucket && { 'cf-r2-jurisdiction': this.#jurisdiction }),
    }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      return await fetch(`${this.#base}${path}`, { method, headers, signal, ...(body && { body }) })
    } catch (error) {
      throw toSilence(`${method} ${path}`, error)
    }
  }
}

async function readResult<Output>(
  schema: v.GenericSchema<unknown, Output>,
  what: string,
  response: Response,
): Promise<Output> {
  const answer = v.safeParse(answerSchema, await response.json().catch(() => null))
  if (response.ok && answer.success && answer.output.success) {
    return v.parse(schema, answer.output.result)
  }
  if (response.ok && !answer.success) {
    throw new UserError(
      `What answered ${what} is not Cloudflare, or the answer was cut. Look at your proxy, and run it again.`,
    )
  }
  throw toError(what, response.status, answer.success ? answer.output.errors : [])
}

const toSilence = (what: string, error: unknown): UserError =>
  new UserError(`Cloudflare did not answer ${what}: ${toReason(error)}. Run it again.`)

const toRulesPath = (bucket: string): string => `/r2/buckets/${bucket}/lifecycle`

function toError(
  what: string,
  status: number,
  errors: { code: number; message: string }[] = [],
): CloudError {
  const said = errors.map(({ message }) => message).join(' ')
  const help = isForbidden(status)
    ? "The token is not valid for it: docs/operations.md (The operator's token) lists the scopes."
    : status >= 500 || status === 429
      ? 'Run the command again: what is made already stays.'
      : ''
  const text = `Cloudflare refused ${what} with ${status}. ${said} ${help}`
  const codes = errors.map(({ code }) => code)
  return new CloudError(text.replaceAll(/ +/g, ' ').trim(), status, codes)
}

/** The token of CLOUDFLARE_API_TOKEN, or of `wrangler login`. Throws a UserError where there is none. */
export async function readToken(): Promise<string> {
  const given = process.env.CLOUDFLARE_API_TOKEN
  if (given) return given
  const { code, stdout, output } = await runTool('wrangler', ['auth', 'token', '--json'])
  const schema = v.object({ token: v.string() })
  try {
    return v.parse(schema, JSON.parse(stdout.slice(stdout.indexOf('{')))).token
  } catch {
    // The output of a successful call may contain a key, so no error quotes it.
    if (code !== 0 && !/not logged in/i.test(output))
      throw toUserError('Asking wrangler who is signed in', output)
    throw new UserError(
      'Nobody is signed in to Cloudflare. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.',
    )
  }
}

/** Each part of a key is encoded, so that none can leave its bucket. */
function toObjectPath(bucket: string, key: string): string {
  return `/r2/buckets/${bucket}/objects/${key.split('/').map(encodeURIComponent).join('/')}`
}
