import { eq } from 'drizzle-orm'
import type { Clearing } from '#contract/clearing.ts'
import { CodedError } from '#contract/errors.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Account } from '#worker/policy/rights.ts'
import { oneBarOf } from './bars-of.ts'
import { database } from './database.ts'
import { accounts, bars } from './schema.ts'

/** The last one of tonight. An administrator's email is for administrators. Throws `bar_not_found`. */
export async function findLastClearing(
  db: D1Database,
  account: Account,
  barId: string,
  now: number,
): Promise<Clearing['last']> {
  const row = await database(db)
    .select({
      at: bars.clearedAt,
      people: bars.clearedPeople,
      email: accounts.email,
      role: accounts.role,
    })
    .from(bars)
    .leftJoin(accounts, eq(accounts.id, bars.clearedBy))
    .where(oneBarOf(account, 'clearPeople', barId))
    .get()
  if (!row) throw new CodedError('bar_not_found')
  const { at, people, email, role } = row
  const by = account.isAdmin || role === null ? email : null
  return at !== null && at > now - TIMINGS.visitMs ? { at, people: people ?? 0, by } : null
}

export async function noteClearing(
  db: D1Database,
  account: Account,
  barId: string,
  { at, people }: { at: number; people: number },
): Promise<void> {
  await database(db)
    .update(bars)
    .set({ clearedAt: at, clearedPeople: people, clearedBy: account.id })
    .where(oneBarOf(account, 'clearPeople', barId))
}
