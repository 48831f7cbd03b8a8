import { desc, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Health } from '#contract/health.ts'
import { database } from './database.ts'
import { sweeps } from './schema.ts'

/** Wrangler keeps this table. */
const migrations = sqliteTable('d1_migrations', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  appliedAt: text('applied_at').notNull(),
})

interface Facts extends Pick<Health, 'sweep'> {
  /** D1's clock. */
  clock: number
}

/** Reads all of them in one round trip. */
export async function readFacts(db: D1Database): Promise<Facts> {
  const orm = database(db)
  const now = sql<number>`CAST(unixepoch('subsec') * 1000 AS INTEGER)`
  const [[sweep], [row]] = await orm.batch([
    orm.select({ at: sweeps.at, failed: sweeps.failed }).from(sweeps),
    orm.select({ clock: now.as('clock') }).from(sql`(SELECT 1)`),
  ])
  return { clock: row?.clock ?? 0, sweep: sweep ?? null }
}

/** Reads the last migration, in a query of its own: the table is wrangler's and may be missing. */
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
