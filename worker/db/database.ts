import { drizzle } from 'drizzle-orm/d1'
import { isPassing, NO_ANSWER } from './d1-errors.ts'

/** Queries take milliseconds. D1 gives up after 30 s, a lost connection never. */
const ANSWERS_WITHIN_MS = 10_000
/** Slower failures are not retried: the client has waited long enough. */
const ASKED_AGAIN_WITHIN_MS = 1_000
const WAIT_MS = 100

/**
 * Retries every failed query once; D1 itself retries reads only. A write may run twice, because
 * only its answer may be lost: every statement in this folder must be safe to repeat
 * (worker/routes/database-away.test.ts).
 */
export function database(db: D1Database) {
  return drizzle(steady(db) as D1Database)
}

/** The methods that drizzle uses. */
function steady(db: D1Database): Pick<D1Database, 'prepare' | 'batch'> {
  return {
    prepare: (text) => new SteadyStatement(db.prepare(text)) as unknown as D1PreparedStatement,
    batch: <T>(statements: D1PreparedStatement[]) => {
      const plain = statements.map((one) => (one as unknown as SteadyStatement).plain)
      return ask(() => db.batch<T>(plain))
    },
  }
}

class SteadyStatement {
  readonly plain: D1PreparedStatement

  constructor(plain: D1PreparedStatement) {
    this.plain = plain
  }

  bind(...values: unknown[]): SteadyStatement {
    return new SteadyStatement(this.plain.bind(...values))
  }

  run(): Promise<D1Result> {
    return ask(() => this.plain.run())
  }

  all(): Promise<D1Result> {
    return ask(() => this.plain.all())
  }

  raw(): Promise<unknown[][]> {
    return ask(() => this.plain.raw())
  }
}

async function ask<T>(question: () => Promise<T>): Promise<T> {
  const askedAt = Date.now()
  try {
    return await inTime(question())
  } catch (error) {
    if (!isPassing(error) || Date.now() - askedAt > ASKED_AGAIN_WITHIN_MS) throw error
  }
  await scheduler.wait(Math.random() * WAIT_MS)
  return inTime(question())
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(NO_ANSWER)), ANSWERS_WITHIN_MS)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
