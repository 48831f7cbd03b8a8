import * as v from 'valibot'
import { runTool } from '../run-tool.ts'
import { toUserError, UserError } from '../user-error.ts'

const TIMEOUT_MS = 30_000
const PAGE = 100

const answerSchema = v.object({
  success: v.boolean(),
  errors: v.optional(v.array(v.object({ code: v.number(), message: v.string() })), []),
  result: v.unknown(),
})

const accountSchema = v.object({ id: v.string(), name: v.string() })
const databaseSchema = v.object({ uuid: v.string(), name: v.string() })
const ruleSchema = v.looseObject({
  id: v.optional(v.string()),
  conditions: v.optional(v.object({ prefix: v.optional(v.string()) })),
  deleteObjectsTransition: v.optional(
    v.object({ condition: v.object({ type: v.string(), maxAge: v.optional(v.number()) }) }),
  ),
})

/** Cloudflare's answer, when it was no. */
export class CloudError extends UserError {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The account's API, as far as a deploy asks it. Methods throw a CloudError; its text says what to do. */
export class CloudApi {
  readonly #token: string
  readonly #base: string
  #accountId = ''

  constructor(token: string, base = process.env.CLOUDFLARE_API_BASE_URL) {
    this.#token = token
    this.#base = base ?? 'https://api.cloudflare.com/client/v4'
  }

  get accountId(): string {
    return this.#accountId
  }

  /** The one account of the token, or the one that `wanted` names. Returns its name. */
  async chooseAccount(wanted = process.env.CLOUDFLARE_ACCOUNT_ID): Promise<string> {
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
    this.#accountId = account.id
    return account.name
  }

  /** Null where there is none of this name. */
  async findDatabase(name: string): Promise<string | null> {
    const query = `name=${encodeURIComponent(name)}&per_page=${PAGE}`
    const all = await this.#askAccount(v.array(databaseSchema), 'GET', `/d1/database?${query}`)
    return all.find((one) => one.name === name)?.uuid ?? null
  }

  async makeDatabase(name: string, place: object): Promise<string> {
    const body = { name, ...place }
    return (await this.#askAccount(databaseSchema, 'POST', '/d1/database', body)).uuid
  }

  /** A bucket of a jurisdiction is another one than that of the same name outside of it. */
  async hasBucket(name: string, jurisdiction?: string): Promise<boolean> {
    return this.#exists(`/r2/buckets/${name}`, jurisdiction)
  }

  async makeBucket(name: string, locationHint?: string, jurisdiction?: string): Promise<void> {
    const body = { name, ...(locationHint && { locationHint }) }
    await this.#askAccount(v.unknown(), 'POST', '/r2/buckets', body, jurisdiction)
  }

  /** Adds the rules that the bucket lacks, and leaves every other one. Returns what it added. */
  async addLifecycleRules(
    bucket: string,
    wanted: Record<string, number>,
    jurisdiction?: string,
  ): Promise<string[]> {
    const path = `/r2/buckets/${bucket}/lifecycle`
    const { rules = [] } = await this.#askAccount(
      v.object({ rules: v.optional(v.array(ruleSchema)) }),
      'GET',
      path,
      undefined,
      jurisdiction,
    )
    const missing = Object.entries(wanted).filter(
      ([prefix, days]) =>
        !rules.some(
          (rule) =>
            rule.conditions?.prefix === prefix &&
            rule.deleteObjectsTransition?.condition.maxAge === days * 86_400,
        ),
    )
    if (missing.length > 0) {
      const added = missing.map(([prefix, days]) => ({
        id: `erase-${prefix.replace('/', '')}`,
        enabled: true,
        conditions: { prefix },
        deleteObjectsTransition: { condition: { type: 'Age', maxAge: days * 86_400 } },
      }))
      const kept = rules.filter(({ id }) => !added.some((one) => one.id === id))
      const body = { rules: [...kept, ...added] }
      await this.#askAccount(v.unknown(), 'PUT', path, body, jurisdiction)
    }
    return missing.map(([prefix]) => prefix)
  }

  /** Names alone: no secret can be read back. Empty where there is no such Worker yet. */
  async listSecrets(worker: string): Promise<string[]> {
    const path = `/workers/scripts/${worker}/secrets`
    try {
      const all = await this.#askAccount(v.array(v.object({ name: v.string() })), 'GET', path)
      return all.map(({ name }) => name)
    } catch (error) {
      if (error instanceof CloudError && error.status === 404) return []
      throw error
    }
  }

  /** The rows of one statement. */
  async query(databaseId: string, sql: string, params: string[] = []): Promise<unknown[]> {
    const [answer] = await this.#askAccount(
      v.tuple([v.object({ results: v.array(v.unknown()) })]),
      'POST',
      `/d1/database/${databaseId}/query`,
      { sql, params },
    )
    return answer.results
  }

  /** Null where there is no such object. */
  async readObject(bucket: string, key: string, jurisdiction?: string): Promise<Uint8Array | null> {
    const response = await this.#fetch('GET', toObject(this.#accountId, bucket, key), jurisdiction)
    if (response.status === 404) return null
    if (!response.ok)
      throw new CloudError(response.status, toSentence(`GET ${key}`, response.status))
    return new Uint8Array(await response.arrayBuffer())
  }

  async writeObject(
    bucket: string,
    key: string,
    bytes: Uint8Array,
    jurisdiction?: string,
  ): Promise<void> {
    const path = toObject(this.#accountId, bucket, key)
    const response = await this.#fetch('PUT', path, jurisdiction, new Uint8Array(bytes))
    if (!response.ok)
      throw new CloudError(response.status, toSentence(`PUT ${key}`, response.status))
  }

  /** The account's part of its workers.dev addresses. */
  async findSubdomain(): Promise<string> {
    const schema = v.object({ subdomain: v.string() })
    try {
      return (await this.#askAccount(schema, 'GET', '/workers/subdomain')).subdomain
    } catch (error) {
      if (!(error instanceof CloudError) || error.status !== 404) throw error
      throw new UserError(
        'The account has no workers.dev subdomain yet. Open "Workers & Pages" in the dashboard once, or set a route in wrangler.toml.',
      )
    }
  }

  async #exists(path: string, jurisdiction?: string): Promise<boolean> {
    try {
      await this.#askAccount(v.unknown(), 'GET', path, undefined, jurisdiction)
      return true
    } catch (error) {
      if (error instanceof CloudError && error.status === 404) return false
      throw error
    }
  }

  #askAccount<Output>(
    schema: v.GenericSchema<unknown, Output>,
    method: string,
    path: string,
    body?: object,
    jurisdiction?: string,
  ): Promise<Output> {
    return this.#ask(schema, method, `/accounts/${this.#accountId}${path}`, body, jurisdiction)
  }

  async #ask<Output>(
    schema: v.GenericSchema<unknown, Output>,
    method: string,
    path: string,
    body?: object,
    jurisdiction?: string,
  ): Promise<Output> {
    const response = await this.#fetch(method, path, jurisdiction, body && JSON.stringify(body))
    const answer = v.safeParse(answerSchema, await response.json().catch(() => null))
    if (!response.ok || !answer.success || !answer.output.success) {
      throw new CloudError(
        response.status,
        toSentence(`${method} ${path}`, response.status, answer),
      )
    }
    return v.parse(schema, answer.output.result)
  }

  async #fetch(
    method: string,
    path: string,
    jurisdiction?: string,
    body?: BodyInit,
  ): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
      ...(jurisdiction && { 'cf-r2-jurisdiction': jurisdiction }),
    }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      return await fetch(`${this.#base}${path}`, { method, headers, signal, ...(body && { body }) })
    } catch (error) {
      const why = (error as Error).message
      throw new UserError(`Cloudflare did not answer ${method} ${path} (${why}). Run it again.`)
    }
  }
}

const toObject = (accountId: string, bucket: string, key: string): string =>
  `/accounts/${accountId}/r2/buckets/${bucket}/objects/${key}`

function toSentence(
  what: string,
  status: number,
  answer?: v.SafeParseResult<typeof answerSchema>,
): string {
  const said = answer?.success ? answer.output.errors.map(({ message }) => message).join(' ') : ''
  const help =
    status === 401 || status === 403
      ? "The token is not valid for it: docs/operations.md (The operator's token) lists the scopes."
      : status >= 500 || status === 429
        ? 'Run the command again: what is made already stays.'
        : ''
  return `Cloudflare refused ${what} with ${status}. ${said} ${help}`.replaceAll(/ +/g, ' ').trim()
}

/** The token of CLOUDFLARE_API_TOKEN, or of `wrangler login`. Throws a UserError where there is none. */
export async function readToken(given = process.env.CLOUDFLARE_API_TOKEN): Promise<string> {
  if (given) return given
  const { code, stdout, output } = await runTool('wrangler', ['auth', 'token', '--json'])
  const schema = v.object({ token: v.string() })
  try {
    return v.parse(schema, JSON.parse(stdout.slice(stdout.indexOf('{')))).token
  } catch {
    // Its output, where it did not fail, may be a key.
    if (code !== 0 && !/not logged in/i.test(output))
      throw toUserError('Asking wrangler who is signed in', output)
    throw new UserError(
      'Nobody is signed in to Cloudflare. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.',
    )
  }
}
