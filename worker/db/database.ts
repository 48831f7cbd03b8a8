import { drizzle } from 'drizzle-orm/d1'
import { isPassing, NO_ANSWER } from './d1-errors.ts'

/** Our queries take milliseconds. D1 itself gives up after 30 s, a lost connection never. */
const ANSWERS_WITHIN_MS = 10_000
/** A failure that took longer is no blip, and whoever asked has waited enough. */
const ASKED_AGAIN_WITHIN_MS = 1_000
const WAIT_MS = 100

/**
 * The database as every query asks it. What fails for a moment is asked once more; D1 does so by
 * itself for reads alone. That takes writes which may be done twice, because the answer may be all that
 * was lost: every statement in this folder is one (worker/routes/database-away.test.ts).
 */
export function database(db: D1Database) {
  return drizzle(steady(db) as D1Database)
}

/** As much of a database as drizzle uses. */
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
