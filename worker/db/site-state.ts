import { sql } from 'drizzle-orm'
import type { SiteChange, SiteState } from '#contract/site-state.ts'
import type { NewAct } from './acts.ts'
import { insertAct } from './acts.ts'
import { database } from './database.ts'
import { siteState } from './schema.ts'

const OPEN: SiteState = { isStopped: false, notice: null }

/** One row read. */
export async function findSiteState(db: D1Database): Promise<SiteState> {
  const [row] = await selectSiteState(database(db))
  return row ?? OPEN
}

/** With its acts, where it still is `from`. Returns how it is now. Repeated, the same. */
export async function changeSiteState(
  db: D1Database,
  { from, to }: SiteChange,
  acts: readonly NewAct[],
): Promise<SiteState> {
  const orm = database(db)
  const stillSo = sql`coalesce((SELECT is_stopped FROM site_state), 0) = ${Number(from.isStopped)}
    AND (SELECT notice FROM site_state) IS ${from.notice}`
  const change = orm
    .insert(siteState)
    .select(sql`SELECT 1, ${Number(to.isStopped)}, ${to.notice} WHERE ${stillSo}`)
    .onConflictDoUpdate({ target: siteState.id, set: to })
  const [[before = OPEN]] = await orm.batch([
    selectSiteState(orm),
    ...acts.map((act) => insertAct(orm, act, stillSo)),
    change,
  ])
  return isSame(before, from) ? to : before
}

function selectSiteState(orm: ReturnType<typeof database>) {
  return orm
    .select({ isStopped: siteState.isStopped, notice: siteState.notice })
    .from(siteState)
    .limit(1)
}

/** Of two that D1 or a form has. */
export function isSame(one: SiteState, other: SiteState): boolean {
  return one.isStopped === other.isStopped && one.notice === other.notice
}
