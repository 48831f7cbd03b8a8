import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

export const TOKEN = 'false-token'
const ACCOUNT = 'a'.repeat(32)
const VERSION = '22222222-2222-4222-8222-222222222222'

interface Ask {
  method: string
  /** Below the account. */
  path: string
  query: URLSearchParams
  body: string
  headers: IncomingMessage['headers']
}

export interface Fault {
  method: string
  path: RegExp
  /** No answer at all where it is null. */
  status: number | null
}

type Answer = { status?: number; result: unknown }

const NOT_FOUND: Answer = { status: 404, result: null }

/** The part of Cloudflare's API that a deploy asks, on loopback. Its databases are real SQLite. */
export class FalseCloud {
  readonly databases = new Map<string, { name: string; place: unknown; db: DatabaseSync }>()
  readonly buckets = new Map<
    string,
    { place: unknown; rules: unknown[]; objects: Map<string, Buffer> }
  >()
  readonly secrets = new Map<string, Map<string, string>>()
  /** Of each Worker, what was uploaded last. */
  readonly workers = new Map<string, { bindings: Record<string, unknown>[] }>()
  /** Hosts of each Worker. */
  readonly domains = new Map<string, string[]>()
  readonly asked: string[] = []
  /** Answered instead, until taken out. */
  fault: Fault | null = null
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}/client/v4`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    for (const { db } of this.databases.values()) db.close()
  }

  addDatabase(name: string, place: unknown = {}, uuid: string = crypto.randomUUID()): DatabaseSync {
    const db = new DatabaseSync(':memory:')
    this.databases.set(uuid, { name, place, db })
    return db
  }

  /** What changed something, since the last call. */
  takeChanges(): string[] {
    const changes = this.asked.filter((line) => !line.startsWith('GET '))
    this.asked.length = 0
    return changes
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', 'http://cloud')
    const path = url.pathname.replace('/client/v4', '').replace(`/accounts/${ACCOUNT}`, '')
    const { method = 'GET', headers } = request
    this.asked.push(`${method} ${path}`)
    const { fault } = this
    if (fault && fault.method === method && fault.path.test(path)) {
      if (fault.status !== null) return answer(response, { status: fault.status, result: null })
      return
    }
    if (headers.authorization !== `Bearer ${TOKEN}`) {
      return answer(response, { status: 403, result: null })
    }
    const bytes = Buffer.concat(chunks)
    const [, bucket, key] = /^\/r2\/buckets\/([^/]+)\/objects\/(.+)$/.exec(path) ?? []
    if (bucket && key) return this.#answerObject(method, bucket, key, bytes, response)
    const body = bytes.toString('latin1')
    answer(response, this.#answer({ method, path, query: url.searchParams, body, headers }))
  }

  #answer(ask: Ask): Answer {
    const { method, path } = ask
    const [, area = '', kind = '', name = '', part = ''] = path.split('/')
    if (path === '/accounts') return { result: [{ id: ACCOUNT, name: 'Test' }] }
    if (path === '/memberships') return { result: [{ account: { id: ACCOUNT, name: 'Test' } }] }
    if (path === '/user/tokens/verify') return { result: { id: 'token', status: 'active' } }
    if (area === 'd1') return this.#answerDatabases(ask, name, part)
    if (area === 'r2') return this.#answerBuckets(ask, name, part)
    if (kind === 'scripts') return this.#answerScripts(ask, name, part)
    if (kind === 'services' || kind === 'workers') return this.#worker(name)
    if (path === '/workers/subdomain') return { result: { subdomain: 'test' } }
    return method === 'GET' ? NOT_FOUND : { status: 405, result: null }
  }

  #answerDatabases({ method, query, body }: Ask, id: string, part: string): Answer {
    if (id === '' && method === 'GET') {
      const wanted = query.get('name')
      const all = [...this.databases].map(([uuid, { name }]) => ({ uuid, name }))
      return { result: all.filter(({ name }) => wanted === null || name === wanted) }
    }
    if (id === '') {
      const { name, ...place } = JSON.parse(body)
      const uuid = crypto.randomUUID()
      this.addDatabase(name, place, uuid)
      return { result: { uuid, name } }
    }
    const uuid = this.databases.has(id)
      ? id
      : [...this.databases].find(([, { name }]) => name === id)?.[0]
    const database = this.databases.get(uuid ?? '')
    if (!database) return NOT_FOUND
    if (part !== 'query') return { result: { uuid, name: database.name, version: 'production' } }
    const { sql, params = [] } = JSON.parse(Buffer.from(body, 'latin1').toString())
    try {
      return { result: runQuery(database.db, sql, params) }
    } catch (error) {
      return { status: 400, result: (error as Error).message }
    }
  }

  #answerBuckets({ method, body, headers }: Ask, name: string, part: string): Answer {
    if (name === '') {
      if (method === 'GET') {
        return { result: { buckets: [...this.buckets.keys()].map((one) => ({ name: one })) } }
      }
      const { name: made, ...place } = JSON.parse(body)
      const jurisdiction = headers['cf-r2-jurisdiction']
      this.buckets.set(made, {
        place: jurisdiction ? { jurisdiction } : place,
        rules: [],
        objects: new Map(),
      })
      return { result: {} }
    }
    const bucket = this.buckets.get(name)
    if (!bucket) return NOT_FOUND
    if (part === 'lifecycle' && method === 'PUT') bucket.rules = JSON.parse(body).rules
    return { result: part === 'lifecycle' ? { rules: bucket.rules } : { name } }
  }

  #answerObject(
    method: string,
    bucket: string,
    key: string,
    bytes: Buffer,
    response: ServerResponse,
  ): void {
    const objects = this.buckets.get(bucket)?.objects
    if (method === 'PUT' && objects) {
      objects.set(key, bytes)
      return answer(response, { result: {} })
    }
    const found = objects?.get(key)
    if (found) response.end(found)
    else answer(response, NOT_FOUND)
  }

  #answerScripts({ method, body }: Ask, name: string, part: string): Answer {
    if (part === 'assets-upload-session') return { result: { jwt: 'done', buckets: [] } }
    if (part === '' && method === 'PUT') return this.#upload(name, body)
    if (part === 'versions' && method === 'POST') {
      this.#upload(name, body)
      return { result: { id: VERSION, startup_time_ms: 1, metadata: { has_preview: false } } }
    }
    if (!this.workers.has(name)) return NOT_FOUND
    if (part === 'secrets') {
      const names = [...(this.secrets.get(name)?.keys() ?? [])]
      return { result: names.map((one) => ({ name: one, type: 'secret_text' })) }
    }
    if (part === 'subdomain') return { result: { enabled: true, previews_enabled: false } }
    if (part === 'deployments') return { result: { deployments: [] } }
    if (part === 'settings') return { result: this.workers.get(name) }
    if (part === 'domains') return this.#answerDomains(name, method, body)
    return { result: {} }
  }

  /** Asked what would change, and then told to change it. */
  #answerDomains(name: string, method: string, body: string): Answer {
    if (method === 'PUT') {
      const { origins } = JSON.parse(body)
      this.domains.set(
        name,
        origins.map(({ hostname }: { hostname: string }) => hostname),
      )
    }
    return { result: { added: [], removed: [], updated: [], conflicting: [] } }
  }

  #upload(name: string, body: string): Answer {
    const bindings: Record<string, unknown>[] = readMetadata(body).bindings ?? []
    const secrets = this.secrets.get(name) ?? new Map<string, string>()
    for (const { type, name: key, text } of bindings) {
      if (type === 'secret_text') secrets.set(String(key), String(text))
    }
    this.secrets.set(name, secrets)
    this.workers.set(name, { bindings: bindings.filter(({ type }) => type !== 'secret_text') })
    return { result: { id: name, etag: 'e', startup_time_ms: 1, deployment_id: VERSION } }
  }

  #worker(name: string): Answer {
    if (!this.workers.has(name)) return { status: 404, result: null }
    const script = { last_deployed_from: 'wrangler' }
    return {
      result: { id: name, name, subdomain: { enabled: true }, default_environment: { script } },
    }
  }
}

/** The form's part of that name. */
function readMetadata(body: string): { bindings?: Record<string, unknown>[] } {
  const [, json = '{}'] =
    /name="metadata"[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n(.*?)\r\n--/s.exec(body) ?? []
  return JSON.parse(json)
}

function runQuery(db: DatabaseSync, sql: string, params: string[]): unknown[] {
  const success = (results: unknown[]) => ({ results, success: true, meta: { duration: 0 } })
  const statements = splitStatements(sql)
  if (params.length > 0) return [success(db.prepare(sql).all(...params))]
  return statements.map((text) => success(db.prepare(text).all()))
}

/** At semicolons that end a line; a trigger's own stand before its END. */
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
  if (open.trim() !== '') statements.push(open)
  return statements.filter((text) => /^(?!\s*--).*\S/m.test(text))
}

function answer(response: ServerResponse, { status = 200, result }: Answer): void {
  const isGood = status < 400
  const said = typeof result === 'string' ? result : `answered ${status}`
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      success: isGood,
      errors: isGood ? [] : [{ code: status === 404 ? 10_007 : 10_000, message: said }],
      messages: [],
      result: isGood ? result : null,
      ...(Array.isArray(result) && {
        result_info: { page: 1, per_page: 100, count: result.length, total_count: result.length },
      }),
    }),
  )
}
