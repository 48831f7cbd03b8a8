import { and, eq, exists, isNotNull, isNull, ne, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { AdminBar } from '#contract/admin-bar.ts'
import type { EditedBar } from '#contract/bar-form.ts'
import { CodedError } from '#contract/errors.ts'
import type { Granted, Permission } from '#worker/policy/rights.ts'
import { mayIn } from '#worker/policy/rights.ts'
import type { NewAct } from './acts.ts'
import { insertAct } from './acts.ts'
import { ADMIN_COLUMNS, adminBarOf, findAdminBar, PICTURE_COLUMNS, picturesOf } from './bars.ts'
import { oneBarOf } from './bars-of.ts'
import { database } from './database.ts'
import { barHours, bars, memberships } from './schema.ts'
import { noteLostBar } from './teams.ts'

/** Only administrators change these fields. The edits of others leave them out. */
type Contract = 'ownerName' | 'document' | 'subscriptionPlan'

function changeable<T extends Record<Contract, unknown>>(
  { account, barId }: Granted<Permission>,
  fields: T,
): T | Omit<T, Contract> {
  if (mayIn(account, barId, 'changeContract')) return fields
  const { ownerName: _, document: _d, subscriptionPlan: _p, ...others } = fields
  return others
}

/** Edits in one statement. Throws `bar_not_found`, `login_taken`, or `conflict` after another edit. */
export async function editBar(
  db: D1Database,
  granted: Granted<'editBar'>,
  { revision, ...edited }: EditedBar,
  origin: string,
  act: NewAct,
): Promise<AdminBar> {
  const orm = database(db)
  const other = alias(bars, 'other')
  const holdsLogin = and(eq(other.login, edited.login ?? ''), ne(other.id, granted.barId))
  const isLoginTaken = exists(orm.select({ id: other.id }).from(other).where(holdsLogin))
  const [[row]] = await orm.batch([
    orm
      .update(bars)
      .set({ ...changeable(granted, edited), revision: revision + 1 })
      .where(and(oneBarOf(granted), eq(bars.revision, revision), not(isLoginTaken)))
      .returning(ADMIN_COLUMNS),
    insertAct(orm, act),
  ])
  if (row) return adminBarOf(row, granted.account, origin)
  const bar = await findAdminBar(db, granted, origin)
  if (!bar) throw new CodedError('bar_not_found')
  if (isMadeBy(granted, bar, { revision, ...edited })) return bar
  if (bar.revision !== revision) throw new CodedError('conflict', 'the bar has changed meanwhile')
  throw new CodedError('login_taken')
}

/** Returns true if this edit has been made before, and only its answer was lost. */
export function isMadeBy(
  granted: Granted<'editBar'>,
  bar: AdminBar,
  { revision, ...edited }: EditedBar,
): boolean {
  const fields = Object.entries(changeable(granted, edited))
  const isShown = (field: string, value: unknown) =>
    JSON.stringify(bar[field as keyof AdminBar]) === JSON.stringify(value)
  return bar.revision === revision + 1 && fields.every(([field, value]) => isShown(field, value))
}

export async function pauseBar(
  db: D1Database,
  granted: Granted<'pauseBar'>,
  paused: boolean,
  origin: string,
  act: NewAct,
): Promise<AdminBar> {
  const orm = database(db)
  const [[row]] = await orm.batch([
    orm
      .update(bars)
      .set({ pausedAt: paused ? sql`coalesce(${bars.pausedAt}, ${act.at})` : null })
      .where(oneBarOf(granted))
      .returning(ADMIN_COLUMNS),
    insertAct(orm, act),
  ])
  if (!row) throw new CodedError('bar_not_found')
  return adminBarOf(row, granted.account, origin)
}

/**
 * `finishDeletion` erases what the bar has, and its row. Idempotent. Throws `bar_not_found`, or
 * `conflict` if `name` is not the bar's name.
 */
export async function markBarDeleted(
  db: D1Database,
  { barId }: Granted<'deleteBar'>,
  name: string,
  act: NewAct,
): Promise<DeletedBar> {
  const orm = database(db)
  const isNamed = and(eq(bars.id, barId), eq(bars.name, name))
  const [, , [row]] = await orm.batch([
    orm
      .update(bars)
      .set({ deletedAt: act.at })
      .where(and(isNamed, isNull(bars.deletedAt))),
    insertAct(orm, act),
    orm.select(PICTURE_COLUMNS).from(bars).where(isNamed),
  ])
  if (row) return { id: barId, pictures: picturesOf(row) }
  const here = and(eq(bars.id, barId), isNull(bars.deletedAt))
  const found = await orm.select({ id: bars.id }).from(bars).where(here).get()
  throw new CodedError(found ? 'conflict' : 'bar_not_found', 'that is not the name of this bar')
}

export interface DeletedBar {
  id: string
  pictures: string[]
}

const DELETED_PAGE = 100

export async function listDeletedBars(db: D1Database): Promise<DeletedBar[]> {
  const rows = await database(db)
    .select(PICTURE_COLUMNS)
    .from(bars)
    .where(isNotNull(bars.deletedAt))
    .limit(DELETED_PAGE)
  return rows.map((row) => ({ id: row.id, pictures: picturesOf(row) }))
}

/** The memberships go with the row. */
export async function eraseBar(db: D1Database, barId: string, now: number): Promise<void> {
  const orm = database(db)
  await orm.batch([
    noteLostBar(orm, eq(memberships.barId, barId), now),
    orm.delete(barHours).where(eq(barHours.barId, barId)),
    orm.delete(bars).where(and(eq(bars.id, barId), isNotNull(bars.deletedAt))),
  ])
}
