import { Hono } from 'hono'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { Health } from '#contract/health.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { withTimeout } from '#worker/call-timeout.ts'
import { readFacts, readMigration } from '#worker/db/health.ts'
import { at } from '#worker/http/at.ts'
import { log } from '#worker/log.ts'
import { askBucket } from '#worker/media/ask-bucket.ts'
import { only } from '#worker/middleware/signed-in.ts'

/** Shorter than the page's timeout: a part that does not answer must not hide the others. */
const WITHIN_MS = 5_000

/** Only reads. A part that fails is null and hides no other. */
export const adminHealth = new Hono<AppEnv>().on(
  ...at(ADMIN_ENDPOINTS.readHealth),
  only('seeHealth'),
  async (c) => {
    const [database, migration, bucket] = await Promise.all([
      timed('database', () => readFacts(c.env.DB)),
      timed('migration', () => readMigration(c.env.DB)),
      timed('bucket', () => askBucket(c.env)),
    ])
    const { clock = 0, sweep = null } = database?.value ?? {}
    return c.json({
      sweep,
      migration: migration?.value ?? null,
      database: database && { ms: database.ms, aheadMs: clock - database.answeredAt },
      bucketMs: bucket?.ms ?? null,
    } satisfies Health)
  },
)

interface Timed<T> {
  value: T
  ms: number
  answeredAt: number
}

async function timed<T>(act: string, ask: () => Promise<T>): Promise<Timed<T> | null> {
  const startedAt = Date.now()
  try {
    const value = await withTimeout(ask(), WITHIN_MS)
    const answeredAt = Date.now()
    return { value, ms: answeredAt - startedAt, answeredAt }
  } catch (error) {
    log('health_not_read', { act, error })
    return null
  }
}
