import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  or,
  sql,
} from 'drizzle-orm'
import { address } from '#contract/address.ts'
import type { AdminBar, AdminBarList } from '#contract/admin-bar.ts'
import { adminBarSchema } from '#contract/admin-bar.ts'
import type { PublicBar } from '#contract/bar.ts'
import { publicBarSchema } from '#contract/bar.ts'
import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import type { EntryCodeSetting } from '#worker/policy/entry-code.ts'
import { asksForCode } from '#worker/policy/entry-code.ts'
import type { Account, Granted, Permission } from '#worker/policy/rights.ts'
import { mayIn, roleIn } from '#worker/policy/rights.ts'
import { barsOf, oneBarOf } from './bars-of.ts'
import { database } from './database.ts'
import { readCursor, toPage } from './page.ts'
import { bars } from './schema.ts'

/** The columns of an `EntryCodeSetting`. */
export const ENTRY_CODE_COLUMNS = {
  isOn: bars.entryCodeOn,
  until: bars.entryCodeUntil,
  renewals: bars.entryCodeRenewals,
  state: bars.state,
  timeZone: bars.timeZone,
}

const COLUMNS = getTableColumns(bars)

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
}

/** A field on the wire has its column's name. A column that no schema names stays private. */
function columnsIn<K extends string>(schema: { entries: Record<K, unknown> }) {
  const names = Object.keys(schema.entries) as K[]
  return names.filter((name): name is K & keyof typeof COLUMNS => name in COLUMNS)
}

const PUBLIC_FIELDS = columnsIn(publicBarSchema)
const ADMIN_FIELDS = columnsIn(adminBarSchema)
const STATE_FIELDS = ['pausedAt', 'entryCodeOn', 'entryCodeUntil'] as const

const PUBLIC_COLUMNS = pick(COLUMNS, [...PUBLIC_FIELDS, ...STATE_FIELDS])
export const ADMIN_COLUMNS = pick(COLUMNS, [...ADMIN_FIELDS, ...STATE_FIELDS])
export const PICTURE_COLUMNS = pick(COLUMNS, ['id', 'logoUrl', 'photoUrls', 'coverUrl'])

type PublicBarRow = Pick<typeof bars.$inferSelect, keyof typeof PUBLIC_COLUMNS>
type AdminBarRow = Pick<typeof bars.$inferSelect, keyof typeof ADMIN_COLUMNS>
type Pictures = Pick<typeof bars.$inferSelect, 'logoUrl' | 'photoUrls' | 'coverUrl'>

export async function findPublicBar(db: D1Database, barId: string): Promise<PublicBar | null> {
  const row = await database(db).select(PUBLIC_COLUMNS).from(bars).where(isThere(barId)).get()
  return row ? toPublicBar(row) : null
}

/** The bar may not exist: then its status is null. */
export type BarStatus = { isPaused: boolean; entryCode: EntryCodeSetting } | null

export async function findBarStatus(db: D1Database, barId: string): Promise<BarStatus> {
  const columns = { pausedAt: bars.pausedAt, ...ENTRY_CODE_COLUMNS }
  const row = await database(db).select(columns).from(bars).where(isThere(barId)).get()
  if (!row) return null
  const { pausedAt, ...entryCode } = row
  return { isPaused: pausedAt !== null, entryCode }
}

/** Returns null if the bar has been deleted in the meantime. */
export async function findAdminBar(
  db: D1Database,
  granted: Granted<'seeBar' | 'editBar'>,
  origin: string,
): Promise<AdminBar | null> {
  const row = await database(db).select(ADMIN_COLUMNS).from(bars).where(oneBarOf(granted)).get()
  return row ? adminBarOf(row, granted.account, origin) : null
}

/** A bar whose deletion has begun exists only for a repeated deletion. */
export async function hasBar(
  db: D1Database,
  barId: string,
  permission: Permission,
): Promise<boolean> {
  const isBar = permission === 'deleteBar' ? eq(bars.id, barId) : isThere(barId)
  return (await database(db).select({ id: bars.id }).from(bars).where(isBar).get()) !== undefined
}

/** Returns those of the ids that are bars. */
export async function findExisting(db: D1Database, barIds: readonly string[]): Promise<string[]> {
  if (barIds.length === 0) return []
  const rows = await database(db)
    .select({ id: bars.id })
    .from(bars)
    .where(and(inArray(bars.id, [...barIds]), isNull(bars.deletedAt)))
  return rows.map(({ id }) => id)
}

function isThere(barId: string) {
  return and(eq(bars.id, barId), isNull(bars.deletedAt))
}

/** The account's bars, newest first. `after` is the `next` of the previous page. */
export async function listBars(
  db: D1Database,
  account: Account,
  origin: string,
  after?: string,
): Promise<AdminBarList> {
  const orm = database(db)
  const [createdAt = '', id = ''] = readCursor(after)
  const at = Number(createdAt)
  const areOwn = barsOf(account, 'seeBar')
  const older = or(lt(bars.createdAt, at), and(eq(bars.createdAt, at), lt(bars.id, id)))
  const [rows, [all]] = await orm.batch([
    orm
      .select(ADMIN_COLUMNS)
      .from(bars)
      .where(and(areOwn, after ? older : undefined))
      .orderBy(desc(bars.createdAt), desc(bars.id))
      .limit(LIMITS.barsPage + 1),
    orm.select({ total: count() }).from(bars).where(areOwn),
  ])
  const { shown, next } = toPage(rows, LIMITS.barsPage, (last) => [last.createdAt, last.id])
  return {
    bars: shown.map((row) => adminBarOf(row, account, origin)),
    total: all?.total ?? 0,
    next,
  }
}

/** Hides the fields that this account may not see. Throws `bar_not_found` for a bar of others. */
export function adminBarOf(row: AdminBarRow, account: Account, origin: string): AdminBar {
  const role = roleIn(account, row.id)
  if (!role) throw new CodedError('bar_not_found')
  return {
    ...pick(row, ADMIN_FIELDS),
    ...(!mayIn(account, row.id, 'seeContract') && NO_CONTRACT),
    ...toPublicBar(row),
    qrCode: origin + address(PAGES.bar, { barId: row.id }),
    role,
  }
}

const NO_CONTRACT = {
  ownerName: null,
  document: null,
  phone: null,
  email: null,
  login: null,
  subscriptionPlan: null,
}

function toPublicBar(row: PublicBarRow): PublicBar {
  const { pausedAt, entryCodeOn: isOn, entryCodeUntil: until } = row
  return {
    ...pick(row, PUBLIC_FIELDS),
    photoUrls: row.photoUrls ?? [],
    paused: pausedAt !== null,
    asksForCode: asksForCode({ isOn, until }, Date.now()),
  }
}

export function picturesOf({ logoUrl, coverUrl, photoUrls }: Pictures): string[] {
  return [logoUrl, coverUrl, ...(photoUrls ?? [])].filter((path) => path !== null)
}

/**
 * Returns true if another bar shows one of these pictures. Paths are public, and a picture is erased with
 * its bar.
 */
export async function showsElsewhere(
  db: D1Database,
  own: { id: string } | { creationKey: string },
  pictures: readonly string[],
): Promise<boolean> {
  if (pictures.length === 0) return false
  const isOwn = 'id' in own ? eq(bars.id, own.id) : eq(bars.creationKey, own.creationKey)
  const isInPhotos = sql`EXISTS (SELECT 1 FROM json_each(${bars.photoUrls}) WHERE value IN ${pictures})`
  const shows = or(
    inArray(bars.logoUrl, [...pictures]),
    inArray(bars.coverUrl, [...pictures]),
    isInPhotos,
  )
  const [other] = await database(db)
    .select({ id: bars.id })
    .from(bars)
    // A bar may have no key.
    .where(and(sql`${isOwn} IS NOT TRUE`, shows))
    .limit(1)
  return other !== undefined
}

const PICTURES_PAGE = 1_000

export async function listKeptPictures(db: D1Database): Promise<Set<string>> {
  const kept = new Set<string>()
  for await (const bar of listBarPictures(db)) {
    for (const path of picturesOf(bar)) kept.add(path)
  }
  return kept
}

async function* listBarPictures(db: D1Database) {
  let after = ''
  while (true) {
    const query = database(db).select(PICTURE_COLUMNS).from(bars).where(gt(bars.id, after))
    const page = await query.orderBy(asc(bars.id)).limit(PICTURES_PAGE)
    yield* page
    if (page.length < PICTURES_PAGE) return
    after = page.at(-1)?.id ?? ''
  }
}
