import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { ProofKind } from '#contract/admin-account.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { database } from './database.ts'
import { accounts, adminSessions } from './schema.ts'

export interface NewSession {
  tokenHash: string
  deviceLabel: string | null
  openedBy: ProofKind
}

/** Inserts nothing unless `who` matches an account. */
export function insertSession(
  orm: ReturnType<typeof database>,
  who: SQL | undefined,
  { tokenHash, deviceLabel, openedBy }: NewSession,
  now: number,
) {
  const session = orm
    .select({
      tokenHash: sql<string>`${tokenHash}`.as('token_hash'),
      accountId: accounts.id,
      createdAt: sql<number>`${now}`.as('created_at'),
      lastUsedAt: sql<number>`${now}`.as('last_used_at'),
      expiresAt: sql<number>`${now + TIMINGS.adminSessionMs}`.as('expires_at'),
      deviceLabel: sql<string | null>`${deviceLabel}`.as('device_label'),
      provenAt: sql<number>`${now}`.as('proven_at'),
      openedBy: sql<ProofKind>`${openedBy}`.as('opened_by'),
    })
    .from(accounts)
    .where(who)
  return (
    orm
      .insert(adminSessions)
      .select(session)
      // A retry finds its own row and must return it.
      .onConflictDoUpdate({ target: adminSessions.tokenHash, set: { lastUsedAt: now } })
      .returning({ accountId: adminSessions.accountId })
  )
}
