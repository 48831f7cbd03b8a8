import { and, count, desc, eq, gt, gte, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { HOUR_MS } from '#contract/bar-hours.ts'
import type { Health } from '#contract/health.ts'
import { database } from './database.ts'
import { barHours, bars, sweeps } from './schema.ts'

/** Kept by wrangler. */
const migrations = sqliteTable('d1_migrations', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  appliedAt: text('applied_at').notNull(),
})

interface Facts extends Pick<Health, 'sweep' | 'night'> {
  /** D1's clock. */
  clock: number
}

/** In one trip. The night is counted from the hour of `since`. */
export async function readFacts(db: D1Database, since: number): Promise<Facts> {
  const orm = database(db)
  const ofNight = and(
    eq(barHours.barId, bars.id),
    gte(barHours.hour, since / HOUR_MS),
    gt(barHours.peak, 0),
  )
  const [[sweep], [counted]] = await orm.batch([
    orm.select({ at: sweeps.at, failed: sweeps.failed }).from(sweeps),
    // A seek for each bar. `hour` has no index of its own: that would be a row for each hour written.
    orm
      .select({
        clock: sql<number>`CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
        barHours: count(barHours.hour),
        visits: sql<number>`coalesce(sum(${barHours.visits}), 0)`,
      })
      .from(bars)
      .leftJoin(barHours, ofNight),
  ])
  const { clock = 0, ...night } = counted ?? { barHours: 0, visits: 0 }
  return { clock, sweep: sweep ?? null, night: { since, ...night } }
}

/** The last one. By itself: the table is wrangler's, and D1 answers without it. */
export async function readMigration(db: D1Database): Promise<Health['migration']> {
  const [last] = await database(db)
    .select({ name: migrations.name, at: sql<number>`unixepoch(${migrations.appliedAt}) * 1000` })
    .from(migrations)
    .orderBy(desc(migrations.id))
    .limit(1)
  return last ?? null
}

export async function noteSweep(db: D1Database, at: number, failed: number): Promise<void> {
  const ran = { at, failed }
  await database(db)
    .insert(sweeps)
    .values({ id: 1, ...ran })
    .onConflictDoUpdate({ target: sweeps.id, set: ran })
}
