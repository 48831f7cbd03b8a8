import { eq } from 'drizzle-orm'
import type { Clearing } from '#contract/clearing.ts'
import { CodedError } from '#contract/errors.ts'
import { TIMINGS } from '#contract/timings.ts'
import { isThere } from './bars.ts'
import { database } from './database.ts'
import { admins, bars } from './schema.ts'

/** The last one of tonight. Throws `bar_not_found`. */
export async function findLastClearing(
  db: D1Database,
  barId: string,
  now: number,
): Promise<Clearing['last']> {
  const row = await database(db)
    .select({ at: bars.clearedAt, people: bars.clearedPeople, by: admins.email })
    .from(bars)
    .leftJoin(admins, eq(admins.id, bars.clearedBy))
    .where(isThere(barId))
    .get()
  if (!row) throw new CodedError('bar_not_found')
  const { at, people, by } = row
  return at !== null && at > now - TIMINGS.visitMs ? { at, people: people ?? 0, by } : null
}

export async function noteClearing(
  db: D1Database,
  barId: string,
  { at, people, adminId }: { at: number; people: number; adminId: string },
): Promise<void> {
  await database(db)
    .update(bars)
    .set({ clearedAt: at, clearedPeople: people, clearedBy: adminId })
    .where(isThere(barId))
}
