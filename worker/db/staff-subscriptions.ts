import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { PlacedSubscription } from '#contract/notices.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { SignedIn } from './admin-sessions.ts'
import { database } from './database.ts'
import { adminSessions, bars, memberships, staffSubscriptions } from './schema.ts'

/** Per bar. Each subscription costs the sender one request. */
const LISTED = 40

/** Subscribes this session's browser to every bar of the account. Idempotent. */
export async function keepStaffSubscription(
  db: D1Database,
  { account, tokenHash }: SignedIn,
  subscription: PlacedSubscription,
): Promise<void> {
  const text = JSON.stringify(subscription)
  const orm = database(db)
  await orm
    .insert(staffSubscriptions)
    .select(
      orm
        .select({
          barId: memberships.barId,
          tokenHash: sql<string>`${tokenHash}`.as('token_hash'),
          accountId: memberships.accountId,
          subscription: sql<PlacedSubscription>`${text}`.as('subscription'),
        })
        .from(memberships)
        .where(eq(memberships.accountId, account.id)),
    )
    .onConflictDoUpdate({
      target: [staffSubscriptions.barId, staffSubscriptions.tokenHash],
      set: { subscription },
    })
}

export async function isSubscribed(db: D1Database, tokenHash: string): Promise<boolean> {
  const rows = await database(db)
    .select({ barId: staffSubscriptions.barId })
    .from(staffSubscriptions)
    .where(eq(staffSubscriptions.tokenHash, tokenHash))
    .limit(1)
  return rows.length > 0
}

export async function endStaffSubscription(db: D1Database, tokenHash: string): Promise<void> {
  await database(db).delete(staffSubscriptions).where(eq(staffSubscriptions.tokenHash, tokenHash))
}

/** Lists live sessions only. Every account's last used phone comes before any second one. */
export async function listStaffSubscriptions(
  db: D1Database,
  barId: string,
  now: number,
): Promise<{ barName: string; subscription: PlacedSubscription }[]> {
  const isAlive = and(
    gt(adminSessions.expiresAt, now),
    gt(adminSessions.lastUsedAt, now - TIMINGS.adminSessionIdleMs),
  )
  const placeInAccount = sql`row_number() OVER (
    PARTITION BY ${staffSubscriptions.accountId} ORDER BY ${adminSessions.lastUsedAt} DESC)`
  return database(db)
    .select({ barName: bars.name, subscription: staffSubscriptions.subscription })
    .from(staffSubscriptions)
    .innerJoin(
      adminSessions,
      and(eq(adminSessions.tokenHash, staffSubscriptions.tokenHash), isAlive),
    )
    .innerJoin(bars, eq(bars.id, staffSubscriptions.barId))
    .where(eq(staffSubscriptions.barId, barId))
    .orderBy(placeInAccount, desc(adminSessions.lastUsedAt))
    .limit(LISTED)
}

/** Deletes a subscription that its push service has dropped. A newer one of the session stays. */
export async function forgetStaffSubscription(
  db: D1Database,
  subscription: PlacedSubscription,
): Promise<void> {
  await database(db)
    .delete(staffSubscriptions)
    .where(eq(staffSubscriptions.subscription, subscription))
}
