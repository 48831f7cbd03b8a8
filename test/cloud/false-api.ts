import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { vi } from 'vitest'
import type { Listening } from '#test/server/listen.ts'
import { listen } from '#test/server/listen.ts'

export const TOKEN = 'false-token'
const ACCOUNT = { id: 'a'.repeat(32), name: 'Test' }
export const OTHER_ACCOUNT = { id: 'b'.repeat(32), name: 'Other' }
const VERSION = '22222222-2222-4222-8222-222222222222'

interface Ask {
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Returns the result of an answer: bytes as they are, undefined for a 404. */
type Route = [asked: RegExp, answer: (ask: Ask, name: string, part: string) => unknown]

interface Fault {
  method: string
  path: RegExp
  /** The status of the failure, or null for no answer at all. `proxy`: a page of somebody else, with 200. */
  status: number | 'broken connection' | 'proxy' | null
  /** The header of that name. */
  retryAfter?: string
}

interface Uploaded {
  bindings: Record<string, unknown>[]
  files?: string[]
  /** `wrangler versions list` shows it beside the version. */
  message?: string
}

interface Metadata {
  bindings?: Record<string, unknown>[]
  annotations?: { 'workers/message'?: string }
}

interface Bucket {
  place: unknown
  rules: unknown[]
  objects: Map<string, StoredObject>
}

interface StoredObject {
  bytes: Buffer
  /** The content type of the request that stored it. */
  type: string | undefined
}

/** The part of Cloudflare's API that a deploy asks, on loopback. Its databases are real SQLite. */
export class FalseCloud {
  readonly databases = new Map<string, { name: string; place: unknown; db: DatabaseSync }>()
  readonly buckets = new Map<string, Bucket>()
  readonly secrets = new Map<string, Map<string, string>>()
  /** The last upload of each Worker. */
  readonly workers = new Map<string, Uploaded>()
  /** Hosts of each Worker. */
  readonly domains = new Map<string, string[]>()
  accounts = [ACCOUNT]
  /** The account's part of its workers.dev addresses. */
  subdomain: string | null = 'test'
  hasR2 = true
  hasAnalytics = true
  /** Requests that the token may not make, as "POST /d1/database". */
  forbidden: RegExp[] = []
  /** Answered instead, until taken out. */
  fault: Fault | null = null
  readonly asked: string[] = []
  /** Wrangler keeps here which account it chose. */
  readonly cacheDir = mkdtempSync(join(tmpdir(), 'brinde-wrangler-'))
  readonly #changes: string[] = []
  #listening: Listening | undefined

  /** Listens, and signs this process and its tools in here and nowhere else. */
  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#serve(request, response))
    this.#listening = await listen(server)
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', `${this.#listening.origin}/client/v4`)
    vi.stubEnv('CLOUDFLARE_API_TOKEN', TOKEN)
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', undefined)
    vi.stubEnv('WRANGLER_CACHE_DIR', this.cacheDir)
  }

  async stop(): Promise<void> {
    vi.unstubAllEnvs()
    rmSync(this.cacheDir, { recursive: true })
    await this.#listening?.close()
    for (const { db } of this.databases.values()) db.close()
  }

  addDatabase(name: string, place: unknown = {}, uuid: string = crypto.randomUUID()): DatabaseSync {
    const db = new DatabaseSync(':memory:')
    this.databases.set(uuid, { name, place, db })
    return db
  }

  /** The requests since the last call that changed something. */
  takeChanges(): string[] {
    return this.#changes.splice(0)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request
    const body = await buffer(request)
    const url = new URL(request.url ?? '/', 'http://cloud')
    const path = url.pathname.replace('/client/v4', '').replace(`/accounts/${ACCOUNT.id}`, '')
    const asked = `${method} ${path}`
    this.asked.push(asked)
    const { fault } = this
    if (fault && fault.method === method && fault.path.test(path)) {
      if (fault.status === 'broken connection') request.socket.destroy()
      else if (fault.status === 'proxy') response.end('<!doctype html><title>Wi-Fi</title>')
      else if (fault.status !== null) {
        if (fault.retryAfter) response.setHeader('retry-after', fault.retryAfter)
        refuse(response, fault.status)
      }
      return
    }
    if (headers.authorization !== `Bearer ${TOKEN}`) return refuse(response, 403)
    if (this.forbidden.some((each) => each.test(asked))) return refuse(response, 403)
    if (path.startsWith('/r2/') && !this.hasR2) return answer(response, 403, null, [R2_NOT_ENABLED])
    const ask = { query: url.searchParams, headers, body }
    try {
      const result = this.#answer(asked, ask)
      if (method !== 'GET' && path !== SQL && result !== undefined) this.#changes.push(asked)
      if (result === undefined) refuse(response, method === 'GET' ? 404 : 405)
      else if (Buffer.isBuffer(result)) response.end(result)
      else answer(response, 200, result)
    } catch (error) {
      refuse(response, 400, (error as Error).message)
    }
  }

  #answer(asked: string, ask: Ask): unknown {
    const [pattern, toResult] = this.#routes.find(([each]) => each.test(asked)) ?? []
    const [, name = '', part = ''] = pattern?.exec(asked) ?? []
    return toResult?.(ask, name, part)
  }

  /** The first that fits answers. */
  readonly #routes: Route[] = [
    [/^GET \/accounts$/, () => this.accounts],
    [/^GET \/memberships$/, () => [{ account: ACCOUNT }]],
    [/^GET \/user\/tokens\/verify$/, () => ({ id: 'token', status: 'active' })],

    [/^GET \/d1\/database$/, ({ query }) => this.#listDatabases(query.get('name'))],
    [/^POST \/d1\/database$/, ({ body }) => this.#makeDatabase(toJson(body))],
    [/^POST \/d1\/database\/([^/]+)\/query$/, ({ body }, id) => this.#query(id, toJson(body))],
    [/^GET \/d1\/database\/([^/]+)$/, (_, name) => this.#listDatabases(name)[0]],

    [/^POST \/r2\/buckets$/, ({ headers, body }) => this.#makeBucket(headers, toJson(body))],
    [/^GET \/r2\/buckets\/([^/]+)$/, (_, name) => (this.buckets.has(name) ? { name } : undefined)],
    [/^GET \/r2\/buckets\/([^/]+)\/lifecycle$/, (_, name) => this.buckets.get(name)],
    [
      /^PUT \/r2\/buckets\/([^/]+)\/lifecycle$/,
      ({ body }, name) => Object.assign(this.buckets.get(name) ?? {}, toJson(body)),
    ],
    [
      /^GET \/r2\/buckets\/([^/]+)\/objects\/(.+)$/,
      (_, name, key) => this.buckets.get(name)?.objects.get(key)?.bytes,
    ],
    [
      /^PUT \/r2\/buckets\/([^/]+)\/objects\/(.+)$/,
      (ask, name, key) => this.buckets.get(name)?.objects.set(key, toStored(ask)) && {},
    ],

    [/^GET \/workers\/subdomain$/, () => this.#describeSubdomain()],
    [/^POST \/analytics_engine\/sql$/, () => this.#listDatasets()],
    [/^\w+ \/workers\/(?:services|workers)\/([^/]+)/, (_, name) => this.#describeWorker(name)],
    [
      /^POST \/workers\/scripts\/[^/]+\/assets-upload-session$/,
      ({ body }) => openSession(toJson(body)),
    ],
    [/^PUT \/workers\/scripts\/([^/]+)$/, ({ body }, name) => this.#upload(name, body)],
    [
      /^PUT \/workers\/scripts\/([^/]+)\/domains/,
      ({ body }, name) => this.#setDomains(name, toJson(body)),
    ],
    [
      /^\w+ \/workers\/scripts\/([^/]+)\/?([\w-]*)/,
      (_, name, part) => (this.workers.has(name) ? this.#describeScript(name, part) : undefined),
    ],
  ]

  #listDatabases(wanted: string | null) {
    const all = [...this.databases].map(([uuid, { name }]) => ({
      uuid,
      name,
      version: 'production',
    }))
    return all.filter(({ uuid, name }) => [null, uuid, name].includes(wanted))
  }

  #describeSubdomain() {
    return this.subdomain === null ? undefined : { subdomain: this.subdomain }
  }

  #listDatasets() {
    if (!this.hasAnalytics) throw new Error('not enabled')
    return []
  }

  #makeDatabase({ name, ...place }: { name?: string }) {
    if (!name) throw new Error('name is required')
    const uuid = crypto.randomUUID()
    this.addDatabase(name, place, uuid)
    return { uuid, name }
  }

  #query(id: string, { sql, params = [] }: { sql: string; params?: string[] }): unknown {
    const db = this.databases.get(id)?.db
    if (!db) return
    const statements = params.length > 0 ? [sql] : splitStatements(sql)
    return statements.map((text) => ({
      results: db.prepare(text).all(...params),
      success: true,
      meta: { duration: 0 },
    }))
  }

  #makeBucket(headers: IncomingHttpHeaders, { name, ...place }: { name?: string }) {
    if (!name) throw new Error('name is required')
    const jurisdiction = headers['cf-r2-jurisdiction']
    const made = { place: jurisdiction ? { jurisdiction } : place, rules: [], objects: new Map() }
    this.buckets.set(name, made)
    return {}
  }

  #describeWorker(name: string) {
    const script = { last_deployed_from: 'wrangler' }
    const described = { id: name, name, subdomain: { enabled: true } }
    return this.workers.has(name) ? { ...described, default_environment: { script } } : undefined
  }

  #describeScript(name: string, part: string): unknown {
    const names = [...(this.secrets.get(name)?.keys() ?? [])]
    const parts: Record<string, unknown> = {
      secrets: names.map((one) => ({ name: one, type: 'secret_text' })),
      subdomain: { enabled: true, previews_enabled: false },
      deployments: { deployments: [] },
      settings: this.workers.get(name),
      domains: NOTHING_CHANGED,
    }
    return parts[part] ?? {}
  }

  #setDomains(name: string, { origins }: { origins: { hostname: string }[] }) {
    const hosts = origins.map(({ hostname }) => hostname)
    this.domains.set(name, hosts)
    return NOTHING_CHANGED
  }

  #upload(name: string, body: Buffer) {
    const { bindings = [], annotations } = readMetadata(body)
    const { secret_text: secrets = [], other = [] } = Object.groupBy(bindings, ({ type }) =>
      type === 'secret_text' ? type : 'other',
    )
    const added = secrets.map((one) => [String(one.name), String(one.text)] as const)
    this.secrets.set(name, new Map([...(this.secrets.get(name) ?? []), ...added]))
    const form = body.toString('latin1')
    const files = [...form.matchAll(/^content-disposition: .*filename="([^"]+)"/gim)].map(
      ([, file = '']) => file,
    )
    const message = annotations?.['workers/message']
    this.workers.set(name, { bindings: other, files, ...(message && { message }) })
    return { id: VERSION, etag: 'e', startup_time_ms: 1, deployment_id: VERSION }
  }
}

const SQL = '/analytics_engine/sql'
const R2_NOT_ENABLED = {
  code: 10_042,
  message: 'Please enable R2 through the Cloudflare Dashboard.',
}

function openSession({ manifest }: { manifest?: object }) {
  if (!manifest) throw new Error('manifest is required')
  return { jwt: 'x', buckets: [] }
}

const NOTHING_CHANGED = { added: [], removed: [], updated: [], conflicting: [] }

const toStored = ({ headers, body }: Ask): StoredObject => ({
  bytes: body,
  type: headers['content-type'],
})

const toJson = (body: Buffer) => JSON.parse(body.toString())

/** The form's part of that name. */
function readMetadata(body: Buffer): Metadata {
  const part = /name="metadata"[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n(.*?)\r\n--/s
  const [, json = '{}'] = part.exec(body.toString('latin1')) ?? []
  return JSON.parse(json)
}

/** Splits at semicolons that end a line, except those inside a trigger, before its END. */
function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let open = ''
  for (const line of sql.split('\n')) {
    open += `${line}\n`
    const isInTrigger = /CREATE TRIGGER/i.test(open) && !/\bEND;?\s*$/i.test(open)
    if (!/;\s*$/.test(line) || isInTrigger) continue
    statements.push(open)
    open = ''
  }
  return [...statements, open].filter((text) => /^(?!\s*--).*\S/m.test(text))
}

function refuse(response: ServerResponse, status: number, message = `answered ${status}`): void {
  answer(response, status, null, [{ code: status === 404 ? 10_007 : 10_000, message }])
}

function answer(response: ServerResponse, status: number, result: unknown, errors: object[] = []) {
  const count = Array.isArray(result) ? result.length : 0
  const result_info = { page: 1, per_page: 100, count, total_count: count }
  const success = errors.length === 0
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ success, errors, messages: [], result, result_info }))
}
