import { drizzle } from 'drizzle-orm/d1'
import { withTimeout } from '#worker/call-timeout.ts'
import { isTransient, TIMED_OUT } from './d1-errors.ts'

/**
 * Queries take milliseconds. D1 gives up after 30 s, and a lost connection never does. Two timeouts
 * in a row, in the Worker and in the room, end before the page's own (`answerWithinMs`). The first
 * entrance of a room may take three, within the time of a request with a body.
 */
export const QUERY_TIMEOUT_MS = 4_000
/** Slower failures are not retried: the client has waited long enough. */
const RETRY_WITHIN_MS = 1_000
const WAIT_MS = 100

/**
 * Retries each failed query once; D1 retries reads only. Since only the answer may be lost, every
 * statement in this folder is safe to repeat (worker/routes/database-away.test.ts).
 */
export function database(db: D1Database) {
  return drizzle(withRetries(db) as D1Database)
}

function withRetries(db: D1Database): Pick<D1Database, 'prepare' | 'batch'> {
  return {
    prepare: (text) => new RetryingStatement(db.prepare(text)) as unknown as D1PreparedStatement,
    batch: <T>(statements: D1PreparedStatement[]) => {
      const plain = statements.map((one) => (one as unknown as RetryingStatement).plain)
      return retryOnce(() => db.batch<T>(plain))
    },
  }
}

class RetryingStatement {
  readonly plain: D1PreparedStatement

  constructor(plain: D1PreparedStatement) {
    this.plain = plain
  }

  bind(...values: unknown[]): RetryingStatement {
    return new RetryingStatement(this.plain.bind(...values))
  }

  run(): Promise<D1Result> {
    return retryOnce(() => this.plain.run())
  }

  all(): Promise<D1Result> {
    return retryOnce(() => this.plain.all())
  }

  raw(): Promise<unknown[][]> {
    return retryOnce(() => this.plain.raw())
  }
}

async function retryOnce<T>(query: () => Promise<T>): Promise<T> {
  const startedAt = Date.now()
  try {
    return await withTimeout(query(), QUERY_TIMEOUT_MS, TIMED_OUT)
  } catch (error) {
    if (!isTransient(error) || Date.now() - startedAt > RETRY_WITHIN_MS) throw error
  }
  await scheduler.wait(Math.random() * WAIT_MS)
  return withTimeout(query(), QUERY_TIMEOUT_MS, TIMED_OUT)
}
