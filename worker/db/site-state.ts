import { and, eq, ne } from 'drizzle-orm'
import type { SiteState } from '#contract/site-state.ts'
import type { NewAct } from './acts.ts'
import { insertAct } from './acts.ts'
import { database } from './database.ts'
import { siteState } from './schema.ts'

/** A migration inserted the only row. */
const THE_ROW = eq(siteState.id, 1)

export async function findSiteState(db: D1Database): Promise<SiteState> {
  const { isStopped } = siteState
  const row = await database(db).select({ isStopped }).from(siteState).where(THE_ROW).get()
  return row ?? { isStopped: false }
}

/** Stores the act too, if the state changes. */
export async function saveSiteState(
  db: D1Database,
  { isStopped }: SiteState,
  act: NewAct,
): Promise<void> {
  const orm = database(db)
  await orm.batch([
    orm
      .update(siteState)
      .set({ isStopped })
      .where(and(THE_ROW, ne(siteState.isStopped, isStopped))),
    insertAct(orm, act),
  ])
}
