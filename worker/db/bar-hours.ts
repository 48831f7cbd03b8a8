import { and, asc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import type { BarHour } from '#contract/bar-hours.ts'
import type { Granted } from '#worker/policy/rights.ts'
import { oneBarOf } from './bars-of.ts'
import { database } from './database.ts'
import { barHours, bars } from './schema.ts'

export interface CountedHour extends BarHour {
  /** When this life of the room began; 0 for an hour without visits. */
  life: number
}

const KEPT_HOURS = 5 * 7 * 24

/** Idempotent: the highest counts of one life of a room hold, in any order. Visits of several lives add up. */
export async function saveBarHours(
  db: D1Database,
  barId: string,
  hours: readonly CountedHour[],
): Promise<void> {
  const [first] = hours
  if (!first) return
  const orm = database(db)
  const { visits, earlierVisits, life, peak } = barHours
  const isSameLife = sql`(excluded.life = 0 OR ${life} = excluded.life)`
  const upserts = hours.map((hour) =>
    orm
      .insert(barHours)
      .values({ barId, ...hour, earlierVisits: 0 })
      .onConflictDoUpdate({
        target: [barHours.barId, barHours.hour],
        set: {
          peak: sql`max(${peak}, excluded.peak)`,
          earlierVisits: sql`iif(${isSameLife}, ${earlierVisits}, ${visits})`,
          visits: sql`iif(${isSameLife}, max(${visits}, ${earlierVisits} + excluded.visits),
            ${visits} + excluded.visits)`,
          life: sql`iif(excluded.life = 0, ${life}, excluded.life)`,
        },
      }),
  )
  const old = and(eq(barHours.barId, barId), lt(barHours.hour, first.hour - KEPT_HOURS))
  await orm.batch([orm.delete(barHours).where(old), ...upserts])
}

export async function listBarHours(
  db: D1Database,
  granted: Granted<'seeNumbers'>,
  since: number,
  unsaved: readonly CountedHour[],
): Promise<BarHour[]> {
  const rows = await database(db)
    .select(getTableColumns(barHours))
    .from(barHours)
    .innerJoin(bars, eq(bars.id, barHours.barId))
    .where(and(oneBarOf(granted), gte(barHours.hour, since)))
    .orderBy(asc(barHours.hour))
    .limit(KEPT_HOURS)
  const hours = new Map(rows.map((row) => [row.hour, row]))
  for (const counted of unsaved) {
    const saved = hours.get(counted.hour)
    hours.set(counted.hour, {
      barId: granted.barId,
      ...counted,
      peak: Math.max(counted.peak, saved?.peak ?? 0),
      visits: counted.visits + toOthers(saved, counted.life),
      earlierVisits: 0,
    })
  }
  return [...hours.values()]
    .sort((one, later) => one.hour - later.hour)
    .map(({ hour, peak, visits }) => ({ hour, peak, visits }))
}

function toOthers(saved: typeof barHours.$inferSelect | undefined, life: number): number {
  if (!saved) return 0
  return saved.life === life && life !== 0 ? saved.earlierVisits : saved.visits
}
