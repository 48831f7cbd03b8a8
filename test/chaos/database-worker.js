// What D1 is to the Worker, in a raw workerd: its binding speaks HTTP to this service, which keeps
// the database in an object's own SQLite, on the same disk as everything else. It remembers what was
// asked, for tests that allow no question, and is away when a test says so: it refuses, or says nothing
// and does what it was asked when it is back, as a database does that had stalled.
//
// It shares a process with what is measured, and must not grow in it: the runtime does not tell V8 how
// much memory outside the heap a request holds until it is collected, and this heap is too small to be
// collected ever (github.com/cloudflare/workerd/issues/6894). So it collects by itself.
import { DurableObject } from 'cloudflare:workers'

const DATABASE = 'database'
const REQUESTS_PER_COLLECTION = 256
const REFUSAL = 'Network connection lost.'

export class Database extends DurableObject {
  /** How often each statement was asked. */
  #asked = new Map()
  #requests = 0
  #isRefusing = false
  #back = Promise.withResolvers()

  constructor(ctx, env) {
    super(ctx, env)
    // Kept, because the runtime puts away an object that is asked nothing for ten seconds.
    this.#beAway(ctx.storage.kv.get('away'))
  }

  async fetch(request) {
    this.#requests += 1
    if (this.#requests % REQUESTS_PER_COLLECTION === 0) globalThis.gc()
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/asked') return Response.json([...this.#asked])
    if (pathname === '/script') return this.#runScript(request)
    if (pathname === '/away') return this.#goAway(request)
    if (this.#isRefusing) return Response.json({ success: false, error: REFUSAL })
    await this.#back.promise
    return this.#answer(request, searchParams.get('resultsFormat'))
  }

  async #runScript(request) {
    this.ctx.storage.sql.exec(await request.text())
    return Response.json(null)
  }

  /** The body says how: `refusing`, `silent`, or `back`. */
  async #goAway(request) {
    const how = await request.text()
    this.ctx.storage.kv.put('away', how)
    this.#beAway(how)
    return Response.json(null)
  }

  #beAway(how) {
    this.#isRefusing = how === 'refusing'
    if (how === 'silent') this.#back = Promise.withResolvers()
    else this.#back.resolve()
  }

  async #answer(request, format) {
    const asked = await request.json()
    const queries = [asked].flat()
    for (const { sql } of queries) this.#asked.set(sql, (this.#asked.get(sql) ?? 0) + 1)
    try {
      const answers = this.ctx.storage.transactionSync(() =>
        queries.map((query) => this.#query(query, format)),
      )
      return Response.json(Array.isArray(asked) ? answers : answers[0])
    } catch (error) {
      return Response.json({ success: false, error: error.message })
    }
  }

  #query({ sql, params }, format) {
    const cursor = this.ctx.storage.sql.exec(sql, ...(params ?? []))
    const columns = cursor.columnNames
    const rows = [...cursor.raw()]
    const { rowsRead, rowsWritten } = cursor
    const meta = { duration: 0, rows_read: rowsRead, rows_written: rowsWritten }
    const results =
      format === 'ROWS_AND_COLUMNS'
        ? { columns, rows }
        : rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])))
    return { success: true, results, meta }
  }
}

export default {
  fetch(request, env) {
    return env.DATABASE.get(env.DATABASE.idFromName(DATABASE)).fetch(request)
  },
}
